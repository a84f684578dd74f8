-- CreateEnum
CREATE TYPE "urgency" AS ENUM ('high', 'low');

-- AlterEnum
ALTER TYPE "escalation_state" ADD VALUE 'joined';

-- AlterTable
ALTER TABLE "page" ADD COLUMN     "digest_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "escalation" ADD COLUMN     "causes" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "lead_id" UUID;

-- CreateTable
CREATE TABLE "contact_rules" (
    "user_id" UUID NOT NULL,
    "time_zone" TEXT NOT NULL,
    "quiet_from_minute" SMALLINT,
    "quiet_until_minute" SMALLINT,
    "digest_minute" SMALLINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "contact_rules_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "contact_method" (
    "user_id" UUID NOT NULL,
    "urgency" "urgency" NOT NULL,
    "order" SMALLINT NOT NULL,
    "channel_id" UUID NOT NULL,
    "delay_minutes" SMALLINT NOT NULL,

    CONSTRAINT "contact_method_pkey" PRIMARY KEY ("user_id","urgency","order")
);

-- CreateIndex
CREATE INDEX "contact_method_channel_id_idx" ON "contact_method"("channel_id");

-- CreateIndex
CREATE UNIQUE INDEX "contact_method_user_id_urgency_channel_id_key" ON "contact_method"("user_id", "urgency", "channel_id");

-- CreateIndex
CREATE INDEX "escalation_lead_id_idx" ON "escalation"("lead_id");

-- AddForeignKey
ALTER TABLE "contact_rules" ADD CONSTRAINT "contact_rules_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_method" ADD CONSTRAINT "contact_method_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "contact_rules"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_method" ADD CONSTRAINT "contact_method_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "escalation" ADD CONSTRAINT "escalation_lead_id_fkey" FOREIGN KEY ("lead_id") REFERENCES "escalation"("alert_id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Who may lead a group, and which digests are due, at a glance.
CREATE INDEX "escalation_active" ON "escalation" ("project_id") WHERE "state" = 'active';
CREATE INDEX "page_digest" ON "page" ("digest_at") WHERE "digest_at" IS NOT NULL;
