-- CreateEnum
CREATE TYPE "slo_indicator" AS ENUM ('monitors', 'service');

-- CreateEnum
CREATE TYPE "slo_status" AS ENUM ('healthy', 'burning', 'exhausted', 'no_data');

-- CreateEnum
CREATE TYPE "burn_speed" AS ENUM ('fast', 'slow');

-- CreateEnum
CREATE TYPE "burn_decision" AS ENUM ('fired', 'reopened', 'cleared', 'silenced');

-- AlterTable
ALTER TABLE "alert" ADD COLUMN     "slo_id" UUID;

-- CreateTable
CREATE TABLE "slo" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "target_percent" DOUBLE PRECISION NOT NULL,
    "window_days" INTEGER NOT NULL,
    "indicator" "slo_indicator" NOT NULL,
    "service" TEXT,
    "latency_ms" INTEGER,
    "fast_factor" DOUBLE PRECISION,
    "slow_factor" DOUBLE PRECISION,
    "policy_id" UUID,
    "muted_until" TIMESTAMPTZ(3),
    "status" "slo_status" NOT NULL DEFAULT 'no_data',
    "figures" JSONB,
    "evaluated_at" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "hours_from" TIMESTAMPTZ(3),
    "hours_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "slo_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "slo_monitor" (
    "slo_id" UUID NOT NULL,
    "monitor_id" UUID NOT NULL,

    CONSTRAINT "slo_monitor_pkey" PRIMARY KEY ("slo_id","monitor_id")
);

-- CreateTable
CREATE TABLE "slo_burn" (
    "slo_id" UUID NOT NULL,
    "speed" "burn_speed" NOT NULL,
    "is_firing" BOOLEAN NOT NULL DEFAULT false,
    "is_silenced" BOOLEAN NOT NULL DEFAULT false,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "alert_id" UUID,

    CONSTRAINT "slo_burn_pkey" PRIMARY KEY ("slo_id","speed")
);

-- CreateTable
CREATE TABLE "slo_hour" (
    "slo_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "good" DOUBLE PRECISION NOT NULL,
    "bad" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "slo_hour_pkey" PRIMARY KEY ("slo_id","at")
);

-- CreateTable
CREATE TABLE "slo_decision" (
    "id" UUID NOT NULL,
    "slo_id" UUID NOT NULL,
    "speed" "burn_speed" NOT NULL,
    "decision" "burn_decision" NOT NULL,
    "short_rate" DOUBLE PRECISION,
    "long_rate" DOUBLE PRECISION,
    "factor" DOUBLE PRECISION,
    "reason" TEXT NOT NULL,
    "alert_id" UUID,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "slo_decision_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "slo_project_id_name_id_idx" ON "slo"("project_id", "name", "id");

-- CreateIndex
CREATE INDEX "slo_policy_id_idx" ON "slo"("policy_id");

-- CreateIndex
CREATE INDEX "slo_due_at_idx" ON "slo"("due_at");

-- CreateIndex
CREATE INDEX "slo_monitor_monitor_id_idx" ON "slo_monitor"("monitor_id");

-- CreateIndex
CREATE INDEX "slo_burn_alert_id_idx" ON "slo_burn"("alert_id");

-- CreateIndex
CREATE INDEX "slo_decision_slo_id_at_id_idx" ON "slo_decision"("slo_id", "at", "id");

-- CreateIndex
CREATE INDEX "slo_decision_alert_id_idx" ON "slo_decision"("alert_id");

-- CreateIndex
CREATE INDEX "alert_slo_id_created_at_id_idx" ON "alert"("slo_id", "created_at", "id");

-- AddForeignKey
ALTER TABLE "alert" ADD CONSTRAINT "alert_slo_id_fkey" FOREIGN KEY ("slo_id") REFERENCES "slo"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "slo" ADD CONSTRAINT "slo_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "slo" ADD CONSTRAINT "slo_policy_id_fkey" FOREIGN KEY ("policy_id") REFERENCES "on_call_policy"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "slo_monitor" ADD CONSTRAINT "slo_monitor_slo_id_fkey" FOREIGN KEY ("slo_id") REFERENCES "slo"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "slo_monitor" ADD CONSTRAINT "slo_monitor_monitor_id_fkey" FOREIGN KEY ("monitor_id") REFERENCES "monitor"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "slo_burn" ADD CONSTRAINT "slo_burn_slo_id_fkey" FOREIGN KEY ("slo_id") REFERENCES "slo"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "slo_burn" ADD CONSTRAINT "slo_burn_alert_id_fkey" FOREIGN KEY ("alert_id") REFERENCES "alert"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "slo_hour" ADD CONSTRAINT "slo_hour_slo_id_fkey" FOREIGN KEY ("slo_id") REFERENCES "slo"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "slo_decision" ADD CONSTRAINT "slo_decision_slo_id_fkey" FOREIGN KEY ("slo_id") REFERENCES "slo"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "slo_decision" ADD CONSTRAINT "slo_decision_alert_id_fkey" FOREIGN KEY ("alert_id") REFERENCES "alert"("id") ON DELETE SET NULL ON UPDATE CASCADE;
