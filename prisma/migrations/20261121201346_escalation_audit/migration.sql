-- CreateTable
CREATE TABLE "escalation_audit" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "began_at" TIMESTAMPTZ(3) NOT NULL DEFAULT '-infinity'::timestamptz,
    "ended_at" TIMESTAMPTZ(3),
    "faults" INTEGER NOT NULL DEFAULT 0,
    "faults_total" INTEGER NOT NULL DEFAULT 0,
    "pinged_at" TIMESTAMPTZ(3),

    CONSTRAINT "escalation_audit_pkey" PRIMARY KEY ("id")
);

-- One row for ever
ALTER TABLE "escalation_audit" ADD CONSTRAINT "escalation_audit_one" CHECK ("id" = 1);
INSERT INTO "escalation_audit" ("id") VALUES (1);

-- What must be proven each minute, however many alerts there were
CREATE INDEX "alert_open" ON "alert" ("created_at", "id") WHERE "acknowledged_at" IS NULL AND "resolved_at" IS NULL;
