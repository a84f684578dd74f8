-- CreateEnum
CREATE TYPE "escalation_target_kind" AS ENUM ('user', 'team', 'rotation');

-- CreateEnum
CREATE TYPE "hand_over_unit" AS ENUM ('hours', 'days', 'weeks');

-- CreateEnum
CREATE TYPE "swap_state" AS ENUM ('pending', 'accepted', 'declined', 'cancelled');

-- AlterTable
ALTER TABLE "monitor" ADD COLUMN     "policy_id" UUID;

-- CreateTable
CREATE TABLE "team" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "team_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "team_member" (
    "team_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,

    CONSTRAINT "team_member_pkey" PRIMARY KEY ("team_id","member_id")
);

-- CreateTable
CREATE TABLE "on_call_policy" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "repeat_count" INTEGER NOT NULL,
    "repeat_delay_minutes" INTEGER NOT NULL,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "on_call_policy_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "escalation_rule" (
    "id" UUID NOT NULL,
    "policy_id" UUID NOT NULL,
    "order" INTEGER NOT NULL,
    "delay_minutes" INTEGER NOT NULL,

    CONSTRAINT "escalation_rule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "escalation_target" (
    "rule_id" UUID NOT NULL,
    "order" INTEGER NOT NULL,
    "kind" "escalation_target_kind" NOT NULL,
    "user_id" UUID,
    "team_id" UUID,
    "rotation_id" UUID,

    CONSTRAINT "escalation_target_pkey" PRIMARY KEY ("rule_id","order")
);

-- CreateTable
CREATE TABLE "rotation" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "time_zone" TEXT NOT NULL,
    "told_user_id" UUID,
    "hand_over_count" INTEGER NOT NULL DEFAULT 0,
    "look_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rotation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rotation_layer" (
    "id" UUID NOT NULL,
    "rotation_id" UUID NOT NULL,
    "order" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3),
    "hand_over_unit" "hand_over_unit" NOT NULL,
    "hand_over_every" INTEGER NOT NULL,
    "hand_over_minute" INTEGER,
    "hand_over_weekday" INTEGER,

    CONSTRAINT "rotation_layer_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rotation_participant" (
    "layer_id" UUID NOT NULL,
    "order" INTEGER NOT NULL,
    "user_id" UUID,

    CONSTRAINT "rotation_participant_pkey" PRIMARY KEY ("layer_id","order")
);

-- CreateTable
CREATE TABLE "rotation_restriction" (
    "layer_id" UUID NOT NULL,
    "order" INTEGER NOT NULL,
    "start_weekday" INTEGER,
    "start_minute" INTEGER NOT NULL,
    "end_weekday" INTEGER,
    "end_minute" INTEGER NOT NULL,

    CONSTRAINT "rotation_restriction_pkey" PRIMARY KEY ("layer_id","order")
);

-- CreateTable
CREATE TABLE "rotation_override" (
    "id" UUID NOT NULL,
    "rotation_id" UUID NOT NULL,
    "user_id" UUID,
    "is_nobody" BOOLEAN NOT NULL DEFAULT false,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "rotation_override_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "shift_swap" (
    "id" UUID NOT NULL,
    "rotation_id" UUID NOT NULL,
    "proposer_id" UUID NOT NULL,
    "taker_id" UUID NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "state" "swap_state" NOT NULL DEFAULT 'pending',
    "override_id" UUID,
    "settled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "shift_swap_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "on_call_feed" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "rotation_id" UUID,
    "user_id" UUID,
    "token_hash" BYTEA NOT NULL,
    "created_by" UUID,
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "on_call_feed_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "team_project_id_name_key" ON "team"("project_id", "name");

-- CreateIndex
CREATE INDEX "team_member_member_id_idx" ON "team_member"("member_id");

-- CreateIndex
CREATE UNIQUE INDEX "on_call_policy_project_id_name_key" ON "on_call_policy"("project_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "escalation_rule_policy_id_order_key" ON "escalation_rule"("policy_id", "order");

-- CreateIndex
CREATE INDEX "escalation_target_user_id_idx" ON "escalation_target"("user_id");

-- CreateIndex
CREATE INDEX "escalation_target_team_id_idx" ON "escalation_target"("team_id");

-- CreateIndex
CREATE INDEX "escalation_target_rotation_id_idx" ON "escalation_target"("rotation_id");

-- CreateIndex
CREATE INDEX "rotation_look_at_idx" ON "rotation"("look_at");

-- CreateIndex
CREATE UNIQUE INDEX "rotation_project_id_name_key" ON "rotation"("project_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "rotation_layer_rotation_id_order_key" ON "rotation_layer"("rotation_id", "order");

-- CreateIndex
CREATE INDEX "rotation_participant_user_id_idx" ON "rotation_participant"("user_id");

-- CreateIndex
CREATE INDEX "rotation_override_rotation_id_starts_at_id_idx" ON "rotation_override"("rotation_id", "starts_at", "id");

-- CreateIndex
CREATE INDEX "rotation_override_user_id_idx" ON "rotation_override"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "shift_swap_override_id_key" ON "shift_swap"("override_id");

-- CreateIndex
CREATE INDEX "shift_swap_rotation_id_created_at_id_idx" ON "shift_swap"("rotation_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "shift_swap_proposer_id_idx" ON "shift_swap"("proposer_id");

-- CreateIndex
CREATE INDEX "shift_swap_taker_id_idx" ON "shift_swap"("taker_id");

-- CreateIndex
CREATE UNIQUE INDEX "on_call_feed_token_hash_key" ON "on_call_feed"("token_hash");

-- CreateIndex
CREATE INDEX "on_call_feed_project_id_created_at_idx" ON "on_call_feed"("project_id", "created_at");

-- CreateIndex
CREATE INDEX "on_call_feed_rotation_id_idx" ON "on_call_feed"("rotation_id");

-- CreateIndex
CREATE INDEX "on_call_feed_user_id_idx" ON "on_call_feed"("user_id");

-- CreateIndex
CREATE INDEX "monitor_policy_id_idx" ON "monitor"("policy_id");

-- AddForeignKey
ALTER TABLE "monitor" ADD CONSTRAINT "monitor_policy_id_fkey" FOREIGN KEY ("policy_id") REFERENCES "on_call_policy"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team" ADD CONSTRAINT "team_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_member" ADD CONSTRAINT "team_member_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_member" ADD CONSTRAINT "team_member_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "on_call_policy" ADD CONSTRAINT "on_call_policy_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "escalation_rule" ADD CONSTRAINT "escalation_rule_policy_id_fkey" FOREIGN KEY ("policy_id") REFERENCES "on_call_policy"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "escalation_target" ADD CONSTRAINT "escalation_target_rule_id_fkey" FOREIGN KEY ("rule_id") REFERENCES "escalation_rule"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "escalation_target" ADD CONSTRAINT "escalation_target_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "escalation_target" ADD CONSTRAINT "escalation_target_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "escalation_target" ADD CONSTRAINT "escalation_target_rotation_id_fkey" FOREIGN KEY ("rotation_id") REFERENCES "rotation"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rotation" ADD CONSTRAINT "rotation_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rotation_layer" ADD CONSTRAINT "rotation_layer_rotation_id_fkey" FOREIGN KEY ("rotation_id") REFERENCES "rotation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rotation_participant" ADD CONSTRAINT "rotation_participant_layer_id_fkey" FOREIGN KEY ("layer_id") REFERENCES "rotation_layer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rotation_participant" ADD CONSTRAINT "rotation_participant_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rotation_restriction" ADD CONSTRAINT "rotation_restriction_layer_id_fkey" FOREIGN KEY ("layer_id") REFERENCES "rotation_layer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rotation_override" ADD CONSTRAINT "rotation_override_rotation_id_fkey" FOREIGN KEY ("rotation_id") REFERENCES "rotation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rotation_override" ADD CONSTRAINT "rotation_override_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shift_swap" ADD CONSTRAINT "shift_swap_rotation_id_fkey" FOREIGN KEY ("rotation_id") REFERENCES "rotation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shift_swap" ADD CONSTRAINT "shift_swap_proposer_id_fkey" FOREIGN KEY ("proposer_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shift_swap" ADD CONSTRAINT "shift_swap_taker_id_fkey" FOREIGN KEY ("taker_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shift_swap" ADD CONSTRAINT "shift_swap_override_id_fkey" FOREIGN KEY ("override_id") REFERENCES "rotation_override"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "on_call_feed" ADD CONSTRAINT "on_call_feed_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "on_call_feed" ADD CONSTRAINT "on_call_feed_rotation_id_fkey" FOREIGN KEY ("rotation_id") REFERENCES "rotation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "on_call_feed" ADD CONSTRAINT "on_call_feed_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
