-- AlterTable
ALTER TABLE "project" ADD COLUMN     "time_zone" TEXT NOT NULL DEFAULT 'UTC';

-- CreateTable
CREATE TABLE "report_schedule" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "label_id" UUID,
    "status_page_id" UUID,
    "month" TEXT NOT NULL,
    "send_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "report_schedule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "report_recipient" (
    "id" UUID NOT NULL,
    "schedule_id" UUID NOT NULL,
    "member_id" UUID,
    "address" TEXT,

    CONSTRAINT "report_recipient_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "report_schedule_project_id_created_at_id_idx" ON "report_schedule"("project_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "report_schedule_send_at_idx" ON "report_schedule"("send_at");

-- CreateIndex
CREATE INDEX "report_schedule_label_id_idx" ON "report_schedule"("label_id");

-- CreateIndex
CREATE INDEX "report_schedule_status_page_id_idx" ON "report_schedule"("status_page_id");

-- CreateIndex
CREATE INDEX "report_recipient_member_id_idx" ON "report_recipient"("member_id");

-- CreateIndex
CREATE UNIQUE INDEX "report_recipient_schedule_id_member_id_key" ON "report_recipient"("schedule_id", "member_id");

-- CreateIndex
CREATE UNIQUE INDEX "report_recipient_schedule_id_address_key" ON "report_recipient"("schedule_id", "address");

-- AddForeignKey
ALTER TABLE "report_schedule" ADD CONSTRAINT "report_schedule_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report_schedule" ADD CONSTRAINT "report_schedule_label_id_fkey" FOREIGN KEY ("label_id") REFERENCES "label"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report_schedule" ADD CONSTRAINT "report_schedule_status_page_id_fkey" FOREIGN KEY ("status_page_id") REFERENCES "status_page"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report_recipient" ADD CONSTRAINT "report_recipient_schedule_id_fkey" FOREIGN KEY ("schedule_id") REFERENCES "report_schedule"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report_recipient" ADD CONSTRAINT "report_recipient_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE CASCADE ON UPDATE CASCADE;
