-- AlterTable
ALTER TABLE "alert" ADD COLUMN     "dedup_hash" BYTEA,
ADD COLUMN     "repeat_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "repeated_at" TIMESTAMPTZ(3),
ADD COLUMN     "sent_at" TIMESTAMPTZ(3),
ADD COLUMN     "source_id" UUID;

-- CreateTable
CREATE TABLE "source" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "key_hash" BYTEA NOT NULL,
    "key_hint" TEXT NOT NULL,
    "is_key_given" BOOLEAN NOT NULL DEFAULT false,
    "previous_key_hash" BYTEA,
    "policy_id" UUID,
    "severity" TEXT NOT NULL DEFAULT 'high',
    "labels" JSONB NOT NULL DEFAULT '{}',
    "mapping" JSONB,
    "is_enabled" BOOLEAN NOT NULL DEFAULT true,
    "received_count" INTEGER NOT NULL DEFAULT 0,
    "last_received_at" TIMESTAMPTZ(3),
    "refused_count" INTEGER NOT NULL DEFAULT 0,
    "last_refused_at" TIMESTAMPTZ(3),
    "last_refusal" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "source_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "source_payload" (
    "source_id" UUID NOT NULL,
    "slot" SMALLINT NOT NULL,
    "id" UUID NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "body" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "is_refused" BOOLEAN NOT NULL DEFAULT false,
    "findings" JSONB NOT NULL,
    "alert_id" UUID,

    CONSTRAINT "source_payload_pkey" PRIMARY KEY ("source_id","slot")
);

-- CreateTable
CREATE TABLE "alert_evidence" (
    "alert_id" UUID NOT NULL,
    "dedup_key" TEXT NOT NULL,
    "labels" JSONB NOT NULL,
    "links" JSONB NOT NULL,
    "body" TEXT NOT NULL,

    CONSTRAINT "alert_evidence_pkey" PRIMARY KEY ("alert_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "source_key_hash_key" ON "source"("key_hash");

-- CreateIndex
CREATE UNIQUE INDEX "source_previous_key_hash_key" ON "source"("previous_key_hash");

-- CreateIndex
CREATE INDEX "source_policy_id_idx" ON "source"("policy_id");

-- CreateIndex
CREATE UNIQUE INDEX "source_project_id_name_key" ON "source"("project_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "source_payload_id_key" ON "source_payload"("id");

-- CreateIndex
CREATE INDEX "source_payload_alert_id_idx" ON "source_payload"("alert_id");

-- CreateIndex
CREATE INDEX "alert_source_id_created_at_id_idx" ON "alert"("source_id", "created_at", "id");

-- AddForeignKey
ALTER TABLE "alert" ADD CONSTRAINT "alert_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "source"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "source" ADD CONSTRAINT "source_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "source" ADD CONSTRAINT "source_policy_id_fkey" FOREIGN KEY ("policy_id") REFERENCES "on_call_policy"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "source_payload" ADD CONSTRAINT "source_payload_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "source"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "source_payload" ADD CONSTRAINT "source_payload_alert_id_fkey" FOREIGN KEY ("alert_id") REFERENCES "alert"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert_evidence" ADD CONSTRAINT "alert_evidence_alert_id_fkey" FOREIGN KEY ("alert_id") REFERENCES "alert"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- At most one open alert for each problem that a source reports.
CREATE UNIQUE INDEX "alert_open_of_source" ON "alert"("source_id", "dedup_hash") WHERE "resolved_at" IS NULL;
