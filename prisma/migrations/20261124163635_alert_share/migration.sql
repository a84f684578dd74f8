-- CreateTable
CREATE TABLE "alert_share" (
    "id" UUID NOT NULL,
    "alert_id" UUID NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "alert_share_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "alert_share_alert_id_created_at_id_idx" ON "alert_share"("alert_id", "created_at", "id");

-- AddForeignKey
ALTER TABLE "alert_share" ADD CONSTRAINT "alert_share_alert_id_fkey" FOREIGN KEY ("alert_id") REFERENCES "alert"("id") ON DELETE CASCADE ON UPDATE CASCADE;
