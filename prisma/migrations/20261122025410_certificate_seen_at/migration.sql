-- AlterTable
ALTER TABLE "certificate" ADD COLUMN     "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- CreateIndex
CREATE INDEX "status_change_verdict_id_idx" ON "status_change"("verdict_id");
