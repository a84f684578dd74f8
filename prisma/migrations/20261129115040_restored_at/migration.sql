-- AlterTable
ALTER TABLE "installation" ADD COLUMN     "restored_at" TIMESTAMPTZ(3);
