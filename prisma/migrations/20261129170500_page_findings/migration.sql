-- AlterTable
ALTER TABLE "escalation_step" ADD COLUMN     "findings" JSONB,
ALTER COLUMN "found" DROP NOT NULL;

-- AlterTable
ALTER TABLE "page" ADD COLUMN     "findings" JSONB,
ALTER COLUMN "reason" DROP NOT NULL;
