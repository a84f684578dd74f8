-- AlterTable
ALTER TABLE "heartbeat_ping" ADD COLUMN     "duration_ms" INTEGER;
