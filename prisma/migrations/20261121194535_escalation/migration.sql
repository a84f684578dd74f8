-- CreateEnum
CREATE TYPE "escalation_state" AS ENUM ('active', 'exhausted', 'ended');

-- AlterEnum
ALTER TYPE "escalation_target_kind" ADD VALUE 'channel';

-- AlterTable
ALTER TABLE "escalation_target" ADD COLUMN     "channel_id" UUID;

-- CreateTable
CREATE TABLE "escalation" (
    "alert_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "policy_id" UUID,
    "state" "escalation_state" NOT NULL DEFAULT 'active',
    "turn" SMALLINT NOT NULL DEFAULT 0,
    "rounds_before" SMALLINT NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "waits_since" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "escalation_pkey" PRIMARY KEY ("alert_id")
);

-- CreateTable
CREATE TABLE "escalation_turn" (
    "alert_id" UUID NOT NULL,
    "round" SMALLINT NOT NULL,
    "rule_order" SMALLINT NOT NULL,
    "found" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "escalation_turn_pkey" PRIMARY KEY ("alert_id","round","rule_order")
);

-- CreateIndex
CREATE INDEX "escalation_project_id_idx" ON "escalation"("project_id");

-- CreateIndex
CREATE INDEX "escalation_policy_id_idx" ON "escalation"("policy_id");

-- CreateIndex
CREATE INDEX "escalation_target_channel_id_idx" ON "escalation_target"("channel_id");

-- AddForeignKey
ALTER TABLE "escalation" ADD CONSTRAINT "escalation_alert_id_fkey" FOREIGN KEY ("alert_id") REFERENCES "alert"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "escalation" ADD CONSTRAINT "escalation_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "escalation" ADD CONSTRAINT "escalation_policy_id_fkey" FOREIGN KEY ("policy_id") REFERENCES "on_call_policy"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "escalation_turn" ADD CONSTRAINT "escalation_turn_alert_id_fkey" FOREIGN KEY ("alert_id") REFERENCES "escalation"("alert_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "escalation_target" ADD CONSTRAINT "escalation_target_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channel"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What is due, at a glance.
CREATE INDEX "escalation_due" ON "escalation" ("due_at", "alert_id") WHERE "state" = 'active';

-- Alerts of before there was paging are left to those who know of them.
INSERT INTO "escalation" ("alert_id", "project_id", "state", "due_at", "waits_since")
SELECT "id", "project_id", CASE WHEN "resolved_at" IS NULL AND "acknowledged_at" IS NULL THEN 'exhausted' ELSE 'ended' END::"escalation_state", "created_at", "created_at" FROM "alert";
