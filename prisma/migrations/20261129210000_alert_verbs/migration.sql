-- AlterTable
ALTER TABLE "alert" ADD COLUMN     "assignee_id" UUID,
ADD COLUMN     "snoozed_by" TEXT,
ADD COLUMN     "snoozed_until" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "page" ADD COLUMN     "asked_by" TEXT;

-- CreateTable
CREATE TABLE "alert_note" (
    "id" UUID NOT NULL,
    "alert_id" UUID NOT NULL,
    "body" TEXT NOT NULL,
    "actor_kind" "actor_kind" NOT NULL,
    "actor_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "alert_note_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "alert_note_alert_id_created_at_id_idx" ON "alert_note"("alert_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "alert_assignee_id_created_at_id_idx" ON "alert"("assignee_id", "created_at", "id");

-- AddForeignKey
ALTER TABLE "alert" ADD CONSTRAINT "alert_assignee_id_fkey" FOREIGN KEY ("assignee_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert_note" ADD CONSTRAINT "alert_note_alert_id_fkey" FOREIGN KEY ("alert_id") REFERENCES "alert"("id") ON DELETE CASCADE ON UPDATE CASCADE;
