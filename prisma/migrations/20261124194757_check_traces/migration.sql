-- AlterTable
ALTER TABLE "check_result" ADD COLUMN     "trace_id" UUID;

-- CreateTable
CREATE TABLE "incident_telemetry" (
    "incident_id" UUID NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3),
    "taken_at" TIMESTAMPTZ(3),
    "snapshot" JSONB,
    "summary" TEXT,

    CONSTRAINT "incident_telemetry_pkey" PRIMARY KEY ("incident_id")
);

-- CreateIndex
CREATE INDEX "incident_telemetry_due_at_idx" ON "incident_telemetry"("due_at");

-- AddForeignKey
ALTER TABLE "incident_telemetry" ADD CONSTRAINT "incident_telemetry_incident_id_fkey" FOREIGN KEY ("incident_id") REFERENCES "incident"("id") ON DELETE CASCADE ON UPDATE CASCADE;
