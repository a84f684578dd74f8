-- AlterTable
ALTER TABLE "rotation_calendar" ADD COLUMN     "losing_since" TIMESTAMPTZ(3),
ADD COLUMN     "warnings" JSONB NOT NULL DEFAULT '[]';
