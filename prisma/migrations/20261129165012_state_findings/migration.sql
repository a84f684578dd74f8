-- AlterTable
ALTER TABLE "check_result" ADD COLUMN     "warning_findings" JSONB;

-- AlterTable
ALTER TABLE "monitor_state" ADD COLUMN     "last_findings" JSONB;

-- AlterTable
ALTER TABLE "status_change" ADD COLUMN     "findings" JSONB;
