-- AlterTable
ALTER TABLE "escalation" ADD COLUMN     "restarted_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "incident_update" ADD COLUMN     "outages" INTEGER,
ADD COLUMN     "until" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "monitor" ADD COLUMN     "flap_window_minutes" INTEGER NOT NULL DEFAULT 10;

-- CreateTable
CREATE TABLE "flap" (
    "alert_id" UUID NOT NULL,
    "outages" INTEGER NOT NULL,
    "began_at" TIMESTAMPTZ(3) NOT NULL,
    "recovered_at" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "update_id" UUID,

    CONSTRAINT "flap_pkey" PRIMARY KEY ("alert_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "flap_update_id_key" ON "flap"("update_id");

-- CreateIndex
CREATE INDEX "flap_due_at_idx" ON "flap"("due_at");

-- AddForeignKey
ALTER TABLE "flap" ADD CONSTRAINT "flap_alert_id_fkey" FOREIGN KEY ("alert_id") REFERENCES "alert"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "flap" ADD CONSTRAINT "flap_update_id_fkey" FOREIGN KEY ("update_id") REFERENCES "incident_update"("id") ON DELETE SET NULL ON UPDATE CASCADE;
