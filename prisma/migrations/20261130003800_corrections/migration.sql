-- AlterTable
ALTER TABLE "monitor_day" ADD COLUMN     "excluded_degraded_ms" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "excluded_offline_ms" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "excluded_operational_ms" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "monitor_hour" ADD COLUMN     "excluded_degraded_ms" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "excluded_offline_ms" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "excluded_operational_ms" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "status_page" ADD COLUMN     "shows_corrections" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "correction" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "reason" TEXT NOT NULL,
    "actor_kind" "actor_kind" NOT NULL,
    "actor_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "correction_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "correction_monitor" (
    "correction_id" UUID NOT NULL,
    "monitor_id" UUID NOT NULL,

    CONSTRAINT "correction_monitor_pkey" PRIMARY KEY ("correction_id","monitor_id")
);

-- CreateIndex
CREATE INDEX "correction_project_id_starts_at_id_idx" ON "correction"("project_id", "starts_at", "id");

-- CreateIndex
CREATE INDEX "correction_monitor_monitor_id_idx" ON "correction_monitor"("monitor_id");

-- AddForeignKey
ALTER TABLE "correction" ADD CONSTRAINT "correction_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "correction_monitor" ADD CONSTRAINT "correction_monitor_correction_id_fkey" FOREIGN KEY ("correction_id") REFERENCES "correction"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "correction_monitor" ADD CONSTRAINT "correction_monitor_monitor_id_fkey" FOREIGN KEY ("monitor_id") REFERENCES "monitor"("id") ON DELETE CASCADE ON UPDATE CASCADE;
