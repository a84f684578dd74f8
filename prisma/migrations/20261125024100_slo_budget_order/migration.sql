-- AlterTable
ALTER TABLE "slo" ADD COLUMN     "budget_left" DOUBLE PRECISION NOT NULL DEFAULT 2;

-- CreateIndex
CREATE INDEX "slo_project_id_budget_left_id_idx" ON "slo"("project_id", "budget_left", "id");
