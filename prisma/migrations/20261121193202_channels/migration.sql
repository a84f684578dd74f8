-- CreateEnum
CREATE TYPE "channel_kind" AS ENUM ('email', 'sms', 'voice', 'slack_webhook', 'slack_bot', 'discord_webhook', 'discord_bot', 'web_push');

-- CreateEnum
CREATE TYPE "delivery_lane" AS ENUM ('event', 'webhook', 'page', 'notice');

-- AlterEnum
ALTER TYPE "delivery_state" ADD VALUE 'cancelled';

-- AlterTable
ALTER TABLE "delivery" ADD COLUMN     "channel_id" UUID,
ADD COLUMN     "confirmed_at" TIMESTAMPTZ(3),
ADD COLUMN     "lane" "delivery_lane" NOT NULL DEFAULT 'event',
ADD COLUMN     "page_id" UUID,
ADD COLUMN     "receipt" TEXT,
ALTER COLUMN "project_id" DROP NOT NULL;

-- CreateTable
CREATE TABLE "channel" (
    "id" UUID NOT NULL,
    "project_id" UUID,
    "user_id" UUID,
    "kind" "channel_kind" NOT NULL,
    "name" TEXT NOT NULL,
    "hint" TEXT NOT NULL,
    "sealed_config" BYTEA NOT NULL,
    "address_hash" BYTEA NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "verified_at" TIMESTAMPTZ(3),
    "sealed_code" BYTEA,
    "code_expires_at" TIMESTAMPTZ(3),
    "code_tries" SMALLINT NOT NULL DEFAULT 0,
    "last_delivered_at" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "channel_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "page" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "alert_id" UUID NOT NULL,
    "user_id" UUID,
    "channel_id" UUID,
    "round" SMALLINT NOT NULL,
    "rule_order" SMALLINT NOT NULL,
    "reason" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "page_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "channel_address_hash_idx" ON "channel"("address_hash");

-- CreateIndex
CREATE UNIQUE INDEX "channel_project_id_address_hash_key" ON "channel"("project_id", "address_hash");

-- CreateIndex
CREATE UNIQUE INDEX "channel_user_id_address_hash_key" ON "channel"("user_id", "address_hash");

-- CreateIndex
CREATE INDEX "page_project_id_created_at_id_idx" ON "page"("project_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "page_user_id_idx" ON "page"("user_id");

-- CreateIndex
CREATE INDEX "page_channel_id_idx" ON "page"("channel_id");

-- CreateIndex
CREATE UNIQUE INDEX "page_alert_id_round_rule_order_user_id_key" ON "page"("alert_id", "round", "rule_order", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "page_alert_id_round_rule_order_channel_id_key" ON "page"("alert_id", "round", "rule_order", "channel_id");

-- CreateIndex
CREATE INDEX "delivery_channel_id_created_at_idx" ON "delivery"("channel_id", "created_at");

-- CreateIndex
CREATE INDEX "delivery_page_id_idx" ON "delivery"("page_id");

-- CreateIndex
CREATE INDEX "delivery_receipt_idx" ON "delivery"("receipt");

-- AddForeignKey
ALTER TABLE "channel" ADD CONSTRAINT "channel_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "channel" ADD CONSTRAINT "channel_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "page" ADD CONSTRAINT "page_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "page" ADD CONSTRAINT "page_alert_id_fkey" FOREIGN KEY ("alert_id") REFERENCES "alert"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "page" ADD CONSTRAINT "page_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "page" ADD CONSTRAINT "page_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channel"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channel"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_page_id_fkey" FOREIGN KEY ("page_id") REFERENCES "page"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A channel is a person's or a project's
ALTER TABLE "channel" ADD CONSTRAINT "channel_owner" CHECK (("project_id" IS NULL) <> ("user_id" IS NULL));

-- What is owed to endpoints has a lane of its own from now on
UPDATE "delivery" SET "lane" = 'webhook' WHERE "endpoint_id" IS NOT NULL;

-- What a lane of channels takes next
CREATE INDEX "delivery_lane_due" ON "delivery" ("lane", "due_at", "id") WHERE "state" = 'pending' AND "lane" IN ('page', 'notice');
