-- CreateEnum
CREATE TYPE "recurrence_unit" AS ENUM ('days', 'weeks', 'months');

-- AlterTable
ALTER TABLE "maintenance" ADD COLUMN     "is_edited" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "notify_at_end" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "notify_at_start" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "notify_before_minutes" INTEGER,
ADD COLUMN     "occurs_on" DATE,
ADD COLUMN     "reminded_at" TIMESTAMPTZ(3),
ADD COLUMN     "series_id" UUID;

-- CreateTable
CREATE TABLE "maintenance_series" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "time_zone" TEXT NOT NULL,
    "unit" "recurrence_unit" NOT NULL,
    "every" SMALLINT NOT NULL,
    "weekdays" SMALLINT[],
    "month_day" SMALLINT,
    "month_week" SMALLINT,
    "starts_on" DATE NOT NULL,
    "ends_on" DATE,
    "start_minute" SMALLINT NOT NULL,
    "duration_minutes" INTEGER NOT NULL,
    "notify_before_minutes" INTEGER,
    "notify_at_start" BOOLEAN NOT NULL DEFAULT true,
    "notify_at_end" BOOLEAN NOT NULL DEFAULT true,
    "plan_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "cancelled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "maintenance_series_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "maintenance_series_monitor" (
    "series_id" UUID NOT NULL,
    "monitor_id" UUID NOT NULL,

    CONSTRAINT "maintenance_series_monitor_pkey" PRIMARY KEY ("series_id","monitor_id")
);

-- CreateIndex
CREATE INDEX "maintenance_series_project_id_created_at_id_idx" ON "maintenance_series"("project_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "maintenance_series_plan_at_idx" ON "maintenance_series"("plan_at");

-- CreateIndex
CREATE INDEX "maintenance_series_monitor_monitor_id_idx" ON "maintenance_series_monitor"("monitor_id");

-- CreateIndex
CREATE UNIQUE INDEX "maintenance_series_id_occurs_on_key" ON "maintenance"("series_id", "occurs_on");

-- AddForeignKey
ALTER TABLE "maintenance" ADD CONSTRAINT "maintenance_series_id_fkey" FOREIGN KEY ("series_id") REFERENCES "maintenance_series"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "maintenance_series" ADD CONSTRAINT "maintenance_series_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "maintenance_series_monitor" ADD CONSTRAINT "maintenance_series_monitor_series_id_fkey" FOREIGN KEY ("series_id") REFERENCES "maintenance_series"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "maintenance_series_monitor" ADD CONSTRAINT "maintenance_series_monitor_monitor_id_fkey" FOREIGN KEY ("monitor_id") REFERENCES "monitor"("id") ON DELETE CASCADE ON UPDATE CASCADE;
