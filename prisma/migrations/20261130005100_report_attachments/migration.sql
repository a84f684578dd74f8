-- AlterTable
ALTER TABLE "report_schedule" ADD COLUMN     "attachments" TEXT[] DEFAULT ARRAY[]::TEXT[];
