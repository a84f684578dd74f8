-- AlterTable
ALTER TABLE "check_result" ADD COLUMN     "findings" JSONB;
