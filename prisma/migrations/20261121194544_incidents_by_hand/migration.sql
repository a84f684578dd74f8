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

-- CreateTable
CREATE TABLE "incident_monitor" (
    "incident_id" UUID NOT NULL,
    "monitor_id" UUID NOT NULL,
    "status" "monitor_status" NOT NULL,

    CONSTRAINT "incident_monitor_pkey" PRIMARY KEY ("incident_id","monitor_id")
);

-- CreateTable
CREATE TABLE "incident_template" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "severity_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "incident_template_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "status_page_announcement" (
    "id" UUID NOT NULL,
    "page_id" UUID NOT NULL,
    "body" TEXT NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "status_page_announcement_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "escalation_project_id_idx" ON "escalation"("project_id");

-- CreateIndex
CREATE INDEX "escalation_policy_id_idx" ON "escalation"("policy_id");

-- CreateIndex
CREATE INDEX "incident_monitor_monitor_id_idx" ON "incident_monitor"("monitor_id");

-- CreateIndex
CREATE UNIQUE INDEX "incident_template_project_id_name_key" ON "incident_template"("project_id", "name");

-- CreateIndex
CREATE INDEX "status_page_announcement_page_id_starts_at_idx" ON "status_page_announcement"("page_id", "starts_at");

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
ALTER TABLE "incident_monitor" ADD CONSTRAINT "incident_monitor_incident_id_fkey" FOREIGN KEY ("incident_id") REFERENCES "incident"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "incident_monitor" ADD CONSTRAINT "incident_monitor_monitor_id_fkey" FOREIGN KEY ("monitor_id") REFERENCES "monitor"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "incident_template" ADD CONSTRAINT "incident_template_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "incident_template" ADD CONSTRAINT "incident_template_severity_id_fkey" FOREIGN KEY ("severity_id") REFERENCES "severity"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "escalation_target" ADD CONSTRAINT "escalation_target_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channel"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "status_page_announcement" ADD CONSTRAINT "status_page_announcement_page_id_fkey" FOREIGN KEY ("page_id") REFERENCES "status_page"("id") ON DELETE CASCADE ON UPDATE CASCADE;
