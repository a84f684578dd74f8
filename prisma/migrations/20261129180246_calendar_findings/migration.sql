-- AlterTable
ALTER TABLE "rotation_calendar" ADD COLUMN     "last_findings" JSONB;
