-- CreateEnum
CREATE TYPE "telemetry_signal" AS ENUM ('logs', 'traces', 'metrics');

-- CreateTable
CREATE TABLE "telemetry_usage" (
    "project_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "signal" "telemetry_signal" NOT NULL,
    "requests" BIGINT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "records" BIGINT NOT NULL,
    "rejected" BIGINT NOT NULL,
    "dropped" BIGINT NOT NULL,
    "refused" BIGINT NOT NULL,

    CONSTRAINT "telemetry_usage_pkey" PRIMARY KEY ("project_id","day","signal")
);

-- CreateTable
CREATE TABLE "telemetry_attempt" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "key_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "signal" "telemetry_signal" NOT NULL,
    "encoding" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "requests" INTEGER NOT NULL,
    "bytes" BIGINT NOT NULL,
    "records" BIGINT NOT NULL,
    "rejected" BIGINT NOT NULL,
    "dropped" BIGINT NOT NULL,
    "message" TEXT,
    "agent" TEXT,

    CONSTRAINT "telemetry_attempt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "telemetry_rule" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "signal" "telemetry_signal" NOT NULL,
    "keep_percent" INTEGER NOT NULL,
    "keep_errors" BOOLEAN NOT NULL,
    "service" TEXT,
    "operation" TEXT,
    "severity_below" INTEGER,
    "attribute" TEXT,
    "attribute_value" TEXT,
    "body_contains" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "telemetry_rule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "telemetry_deletion" (
    "project_id" UUID NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "telemetry_deletion_pkey" PRIMARY KEY ("project_id")
);

-- CreateIndex
CREATE INDEX "telemetry_attempt_key_id_at_idx" ON "telemetry_attempt"("key_id", "at");

-- CreateIndex
CREATE INDEX "telemetry_attempt_project_id_at_idx" ON "telemetry_attempt"("project_id", "at");

-- CreateIndex
CREATE INDEX "telemetry_rule_project_id_created_at_idx" ON "telemetry_rule"("project_id", "created_at");

-- AddForeignKey
ALTER TABLE "telemetry_usage" ADD CONSTRAINT "telemetry_usage_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "telemetry_attempt" ADD CONSTRAINT "telemetry_attempt_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_key"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "telemetry_rule" ADD CONSTRAINT "telemetry_rule_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;
