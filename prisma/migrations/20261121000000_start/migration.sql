-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "decision" AS ENUM ('declared', 'recovered', 'reopened', 'silenced', 'status_only');

-- CreateEnum
CREATE TYPE "delivery_state" AS ENUM ('pending', 'delivered', 'unaddressed', 'dead');

-- CreateEnum
CREATE TYPE "subject" AS ENUM ('incident', 'alert');

-- CreateEnum
CREATE TYPE "state_meaning" AS ENUM ('open', 'acknowledged', 'resolved');

-- CreateEnum
CREATE TYPE "update_kind" AS ENUM ('declared', 'note', 'acknowledged', 'state_changed', 'reopened', 'resolved', 'postmortem');

-- CreateEnum
CREATE TYPE "maintenance_state" AS ENUM ('scheduled', 'ongoing', 'completed', 'cancelled');

-- CreateEnum
CREATE TYPE "monitor_kind" AS ENUM ('http', 'tcp', 'ping', 'dns', 'tls', 'heartbeat');

-- CreateEnum
CREATE TYPE "monitor_status" AS ENUM ('operational', 'degraded', 'offline', 'unknown');

-- CreateEnum
CREATE TYPE "dns_record_type" AS ENUM ('A', 'AAAA', 'CAA', 'CNAME', 'MX', 'NS', 'PTR', 'SOA', 'SRV', 'TXT');

-- CreateEnum
CREATE TYPE "ping_kind" AS ENUM ('start', 'success', 'fail', 'log');

-- CreateEnum
CREATE TYPE "plan" AS ENUM ('free', 'pro');

-- CreateEnum
CREATE TYPE "role" AS ENUM ('owner', 'admin', 'editor', 'viewer');

-- CreateEnum
CREATE TYPE "key_class" AS ENUM ('public', 'legacy', 'ingestion');

-- CreateEnum
CREATE TYPE "actor_kind" AS ENUM ('user', 'key', 'system');

-- CreateTable
CREATE TABLE "check_result" (
    "monitor_seq" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "status" "monitor_status" NOT NULL,
    "failure_class" TEXT,
    "reason" TEXT,
    "warnings" TEXT[],
    "attempts" SMALLINT NOT NULL DEFAULT 1,
    "duration_ms" REAL NOT NULL,
    "dns_ms" REAL,
    "connect_ms" REAL,
    "tls_ms" REAL,
    "first_byte_ms" REAL,
    "transfer_ms" REAL,
    "http_status" SMALLINT,
    "address" TEXT,
    "certificate_id" INTEGER,
    "detail" JSONB,

    CONSTRAINT "check_result_pkey" PRIMARY KEY ("monitor_seq","started_at")
) PARTITION BY RANGE ("started_at");

-- CreateTable
CREATE TABLE "certificate" (
    "id" SERIAL NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "names" TEXT[],
    "valid_from" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "certificate_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "check_evidence" (
    "monitor_seq" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "head" TEXT NOT NULL,
    "body" BYTEA NOT NULL,

    CONSTRAINT "check_evidence_pkey" PRIMARY KEY ("monitor_seq","started_at")
) PARTITION BY RANGE ("started_at");

-- CreateTable
CREATE TABLE "status_change" (
    "id" UUID NOT NULL,
    "monitor_id" UUID NOT NULL,
    "from" "monitor_status",
    "to" "monitor_status" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "decided_at" TIMESTAMPTZ(3) NOT NULL,
    "reason" TEXT,
    "verdict_id" UUID,

    CONSTRAINT "status_change_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "verdict" (
    "id" UUID NOT NULL,
    "monitor_id" UUID NOT NULL,
    "decision" "decision" NOT NULL,
    "steps" JSONB NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "incident_id" UUID,
    "alert_id" UUID,

    CONSTRAINT "verdict_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "prober" (
    "id" UUID NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "prober_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "probe_shard" (
    "shard" INTEGER NOT NULL,
    "holder" UUID,
    "lease_until" TIMESTAMPTZ(3),

    CONSTRAINT "probe_shard_pkey" PRIMARY KEY ("shard")
);

-- CreateTable
CREATE TABLE "delivery" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "event" TEXT NOT NULL,
    "subject_id" UUID NOT NULL,
    "target" TEXT NOT NULL,
    "dedupe_key" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "state" "delivery_state" NOT NULL DEFAULT 'pending',
    "priority" SMALLINT NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease_until" TIMESTAMPTZ(3),
    "lease_token" UUID,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "settled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "delivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "state" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "subject" "subject" NOT NULL,
    "name" TEXT NOT NULL,
    "color" TEXT NOT NULL,
    "meaning" "state_meaning" NOT NULL,
    "order" INTEGER NOT NULL,
    "is_built_in" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "state_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "severity" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "subject" "subject" NOT NULL,
    "name" TEXT NOT NULL,
    "color" TEXT NOT NULL,
    "rank" INTEGER NOT NULL,
    "is_built_in" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "severity_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "incident" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "state_id" UUID NOT NULL,
    "severity_id" UUID NOT NULL,
    "monitor_id" UUID,
    "is_flapping" BOOLEAN NOT NULL DEFAULT false,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "acknowledged_at" TIMESTAMPTZ(3),
    "acknowledged_by" TEXT,
    "resolved_at" TIMESTAMPTZ(3),
    "is_manual" BOOLEAN NOT NULL DEFAULT false,
    "postmortem_note" TEXT NOT NULL DEFAULT '',
    "postmortem_published" BOOLEAN NOT NULL DEFAULT false,
    "postmortem_notify" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "incident_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "incident_update" (
    "id" UUID NOT NULL,
    "incident_id" UUID NOT NULL,
    "kind" "update_kind" NOT NULL,
    "body" TEXT NOT NULL DEFAULT '',
    "actor_kind" "actor_kind" NOT NULL,
    "actor_name" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "incident_update_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "alert" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "state_id" UUID NOT NULL,
    "severity_id" UUID NOT NULL,
    "monitor_id" UUID,
    "incident_id" UUID,
    "acknowledged_at" TIMESTAMPTZ(3),
    "acknowledged_by" TEXT,
    "resolved_at" TIMESTAMPTZ(3),
    "is_manual" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "alert_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "maintenance" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "state" "maintenance_state" NOT NULL DEFAULT 'scheduled',
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "maintenance_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "maintenance_monitor" (
    "maintenance_id" UUID NOT NULL,
    "monitor_id" UUID NOT NULL,

    CONSTRAINT "maintenance_monitor_pkey" PRIMARY KEY ("maintenance_id","monitor_id")
);

-- CreateTable
CREATE TABLE "label" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "color" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "label_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "monitor_label" (
    "monitor_id" UUID NOT NULL,
    "label_id" UUID NOT NULL,

    CONSTRAINT "monitor_label_pkey" PRIMARY KEY ("monitor_id","label_id")
);

-- CreateTable
CREATE TABLE "monitor" (
    "id" UUID NOT NULL,
    "seq" SERIAL NOT NULL,
    "project_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "kind" "monitor_kind" NOT NULL,
    "url" TEXT,
    "host" TEXT,
    "port" INTEGER,
    "dns_record_type" "dns_record_type",
    "interval_seconds" INTEGER NOT NULL DEFAULT 60,
    "timeout_seconds" INTEGER NOT NULL DEFAULT 10,
    "failure_threshold" INTEGER NOT NULL DEFAULT 2,
    "recovery_threshold" INTEGER NOT NULL DEFAULT 1,
    "heartbeat_interval_minutes" INTEGER,
    "heartbeat_grace_minutes" INTEGER,
    "settings" JSONB NOT NULL DEFAULT '{}',
    "sealed_headers" BYTEA,
    "heartbeat_hash" BYTEA,
    "sealed_heartbeat" BYTEA,
    "parent_id" UUID,
    "paused_at" TIMESTAMPTZ(3),
    "watched_since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "muted_until" TIMESTAMPTZ(3),
    "check_requested_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "monitor_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "monitor_state" (
    "monitor_id" UUID NOT NULL,
    "status" "monitor_status" NOT NULL DEFAULT 'unknown',
    "status_since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_check_at" TIMESTAMPTZ(3),
    "last_status" "monitor_status",
    "last_reason" TEXT,
    "last_duration_ms" REAL,
    "machine" JSONB NOT NULL DEFAULT '{}',
    "last_ping_at" TIMESTAMPTZ(3),
    "last_ping_kind" "ping_kind",
    "last_start_at" TIMESTAMPTZ(3),

    CONSTRAINT "monitor_state_pkey" PRIMARY KEY ("monitor_id")
);

-- CreateTable
CREATE TABLE "heartbeat_ping" (
    "id" UUID NOT NULL,
    "monitor_id" UUID NOT NULL,
    "kind" "ping_kind" NOT NULL,
    "exit_code" INTEGER,
    "body" TEXT NOT NULL DEFAULT '',
    "source_ip" TEXT NOT NULL,
    "user_agent" TEXT NOT NULL DEFAULT '',
    "method" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "heartbeat_ping_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "project" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "plan" "plan" NOT NULL,
    "incident_number" INTEGER NOT NULL DEFAULT 0,
    "alert_number" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "project_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "member" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "role" "role" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "member_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invitation" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "role" "role" NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "invited_by" UUID,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "invitation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "class" "key_class" NOT NULL,
    "name" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "hint" TEXT NOT NULL,
    "scopes" TEXT[],
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "created_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_entry" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "actor_kind" "actor_kind" NOT NULL,
    "actor_id" UUID,
    "actor_name" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject_id" UUID,
    "subject_name" TEXT,
    "changes" JSONB,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "installation" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "installation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_verified" BOOLEAN NOT NULL DEFAULT false,
    "image" TEXT,
    "two_factor_enabled" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session" (
    "id" UUID NOT NULL,
    "token" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "ip_address" TEXT,
    "user_agent" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "account" (
    "id" UUID NOT NULL,
    "account_id" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "access_token" TEXT,
    "refresh_token" TEXT,
    "id_token" TEXT,
    "access_token_expires_at" TIMESTAMPTZ(3),
    "refresh_token_expires_at" TIMESTAMPTZ(3),
    "scope" TEXT,
    "password" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "verification" (
    "id" UUID NOT NULL,
    "identifier" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "verification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "two_factor" (
    "id" UUID NOT NULL,
    "secret" TEXT NOT NULL,
    "backup_codes" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "verified" BOOLEAN NOT NULL DEFAULT true,
    "failed_verification_count" INTEGER NOT NULL DEFAULT 0,
    "locked_until" TIMESTAMPTZ(3),

    CONSTRAINT "two_factor_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "certificate_fingerprint_key" ON "certificate"("fingerprint");

-- CreateIndex
CREATE INDEX "status_change_monitor_id_at_idx" ON "status_change"("monitor_id", "at");

-- CreateIndex
CREATE INDEX "verdict_monitor_id_at_idx" ON "verdict"("monitor_id", "at");

-- CreateIndex
CREATE INDEX "verdict_incident_id_idx" ON "verdict"("incident_id");

-- CreateIndex
CREATE INDEX "verdict_alert_id_idx" ON "verdict"("alert_id");

-- CreateIndex
CREATE UNIQUE INDEX "delivery_dedupe_key_key" ON "delivery"("dedupe_key");

-- CreateIndex
CREATE INDEX "delivery_project_id_created_at_idx" ON "delivery"("project_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "state_project_id_subject_name_key" ON "state"("project_id", "subject", "name");

-- CreateIndex
CREATE UNIQUE INDEX "severity_project_id_subject_name_key" ON "severity"("project_id", "subject", "name");

-- CreateIndex
CREATE INDEX "incident_project_id_created_at_id_idx" ON "incident"("project_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "incident_monitor_id_idx" ON "incident"("monitor_id");

-- CreateIndex
CREATE UNIQUE INDEX "incident_project_id_number_key" ON "incident"("project_id", "number");

-- CreateIndex
CREATE INDEX "incident_update_incident_id_at_idx" ON "incident_update"("incident_id", "at");

-- CreateIndex
CREATE INDEX "alert_project_id_created_at_id_idx" ON "alert"("project_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "alert_monitor_id_idx" ON "alert"("monitor_id");

-- CreateIndex
CREATE INDEX "alert_incident_id_idx" ON "alert"("incident_id");

-- CreateIndex
CREATE UNIQUE INDEX "alert_project_id_number_key" ON "alert"("project_id", "number");

-- CreateIndex
CREATE INDEX "maintenance_project_id_starts_at_id_idx" ON "maintenance"("project_id", "starts_at", "id");

-- CreateIndex
CREATE INDEX "maintenance_state_starts_at_idx" ON "maintenance"("state", "starts_at");

-- CreateIndex
CREATE INDEX "maintenance_monitor_monitor_id_idx" ON "maintenance_monitor"("monitor_id");

-- CreateIndex
CREATE UNIQUE INDEX "label_project_id_name_key" ON "label"("project_id", "name");

-- CreateIndex
CREATE INDEX "monitor_label_label_id_idx" ON "monitor_label"("label_id");

-- CreateIndex
CREATE UNIQUE INDEX "monitor_seq_key" ON "monitor"("seq");

-- CreateIndex
CREATE UNIQUE INDEX "monitor_heartbeat_hash_key" ON "monitor"("heartbeat_hash");

-- CreateIndex
CREATE INDEX "monitor_project_id_name_id_idx" ON "monitor"("project_id", "name", "id");

-- CreateIndex
CREATE INDEX "monitor_parent_id_idx" ON "monitor"("parent_id");

-- CreateIndex
CREATE INDEX "heartbeat_ping_monitor_id_at_idx" ON "heartbeat_ping"("monitor_id", "at");

-- CreateIndex
CREATE INDEX "member_user_id_idx" ON "member"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "member_project_id_user_id_key" ON "member"("project_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "invitation_token_hash_key" ON "invitation"("token_hash");

-- CreateIndex
CREATE INDEX "invitation_project_id_created_at_idx" ON "invitation"("project_id", "created_at");

-- CreateIndex
CREATE INDEX "invitation_email_idx" ON "invitation"("email");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_hash_key" ON "api_key"("hash");

-- CreateIndex
CREATE INDEX "api_key_project_id_created_at_idx" ON "api_key"("project_id", "created_at");

-- CreateIndex
CREATE INDEX "audit_entry_project_id_at_idx" ON "audit_entry"("project_id", "at");

-- CreateIndex
CREATE UNIQUE INDEX "user_email_key" ON "user"("email");

-- CreateIndex
CREATE UNIQUE INDEX "session_token_key" ON "session"("token");

-- CreateIndex
CREATE INDEX "session_user_id_idx" ON "session"("user_id");

-- CreateIndex
CREATE INDEX "account_user_id_idx" ON "account"("user_id");

-- CreateIndex
CREATE INDEX "verification_identifier_idx" ON "verification"("identifier");

-- CreateIndex
CREATE INDEX "two_factor_user_id_idx" ON "two_factor"("user_id");

-- CreateIndex
CREATE INDEX "two_factor_secret_idx" ON "two_factor"("secret");

-- AddForeignKey
ALTER TABLE "status_change" ADD CONSTRAINT "status_change_monitor_id_fkey" FOREIGN KEY ("monitor_id") REFERENCES "monitor"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "status_change" ADD CONSTRAINT "status_change_verdict_id_fkey" FOREIGN KEY ("verdict_id") REFERENCES "verdict"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "verdict" ADD CONSTRAINT "verdict_monitor_id_fkey" FOREIGN KEY ("monitor_id") REFERENCES "monitor"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "verdict" ADD CONSTRAINT "verdict_incident_id_fkey" FOREIGN KEY ("incident_id") REFERENCES "incident"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "verdict" ADD CONSTRAINT "verdict_alert_id_fkey" FOREIGN KEY ("alert_id") REFERENCES "alert"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "state" ADD CONSTRAINT "state_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "severity" ADD CONSTRAINT "severity_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "incident" ADD CONSTRAINT "incident_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "incident" ADD CONSTRAINT "incident_state_id_fkey" FOREIGN KEY ("state_id") REFERENCES "state"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "incident" ADD CONSTRAINT "incident_severity_id_fkey" FOREIGN KEY ("severity_id") REFERENCES "severity"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "incident" ADD CONSTRAINT "incident_monitor_id_fkey" FOREIGN KEY ("monitor_id") REFERENCES "monitor"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "incident_update" ADD CONSTRAINT "incident_update_incident_id_fkey" FOREIGN KEY ("incident_id") REFERENCES "incident"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert" ADD CONSTRAINT "alert_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert" ADD CONSTRAINT "alert_state_id_fkey" FOREIGN KEY ("state_id") REFERENCES "state"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert" ADD CONSTRAINT "alert_severity_id_fkey" FOREIGN KEY ("severity_id") REFERENCES "severity"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert" ADD CONSTRAINT "alert_monitor_id_fkey" FOREIGN KEY ("monitor_id") REFERENCES "monitor"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert" ADD CONSTRAINT "alert_incident_id_fkey" FOREIGN KEY ("incident_id") REFERENCES "incident"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "maintenance" ADD CONSTRAINT "maintenance_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "maintenance_monitor" ADD CONSTRAINT "maintenance_monitor_maintenance_id_fkey" FOREIGN KEY ("maintenance_id") REFERENCES "maintenance"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "maintenance_monitor" ADD CONSTRAINT "maintenance_monitor_monitor_id_fkey" FOREIGN KEY ("monitor_id") REFERENCES "monitor"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "label" ADD CONSTRAINT "label_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "monitor_label" ADD CONSTRAINT "monitor_label_monitor_id_fkey" FOREIGN KEY ("monitor_id") REFERENCES "monitor"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "monitor_label" ADD CONSTRAINT "monitor_label_label_id_fkey" FOREIGN KEY ("label_id") REFERENCES "label"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "monitor" ADD CONSTRAINT "monitor_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "monitor" ADD CONSTRAINT "monitor_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "monitor"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "monitor_state" ADD CONSTRAINT "monitor_state_monitor_id_fkey" FOREIGN KEY ("monitor_id") REFERENCES "monitor"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "heartbeat_ping" ADD CONSTRAINT "heartbeat_ping_monitor_id_fkey" FOREIGN KEY ("monitor_id") REFERENCES "monitor"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "member" ADD CONSTRAINT "member_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "member" ADD CONSTRAINT "member_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_entry" ADD CONSTRAINT "audit_entry_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account" ADD CONSTRAINT "account_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "two_factor" ADD CONSTRAINT "two_factor_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Rows of a day that no partition covers yet land here instead of being refused.
CREATE TABLE "check_result_rest" PARTITION OF "check_result" DEFAULT;
CREATE TABLE "check_evidence_rest" PARTITION OF "check_evidence" DEFAULT;

-- Every check rewrites its monitor's row: room on the page keeps those updates off the indexes.
ALTER TABLE "monitor_state" SET (fillfactor = 60);

CREATE INDEX "delivery_due" ON "delivery" ("priority" DESC, "due_at") WHERE "state" = 'pending';
CREATE INDEX "monitor_due_check" ON "monitor" ("check_requested_at") WHERE "check_requested_at" IS NOT NULL;
CREATE INDEX "monitor_updated" ON "monitor" ("updated_at");
CREATE INDEX "maintenance_ongoing" ON "maintenance" ("starts_at") WHERE "state" IN ('scheduled', 'ongoing');

INSERT INTO "installation" DEFAULT VALUES;
INSERT INTO "probe_shard" ("shard") SELECT generate_series(0, 63);
