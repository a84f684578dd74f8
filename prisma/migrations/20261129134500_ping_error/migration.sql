-- AlterTable
ALTER TABLE "escalation_audit" ADD COLUMN     "ping_error" TEXT;
