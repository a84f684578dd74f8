-- CreateTable
CREATE TABLE "installation_setting" (
    "name" TEXT NOT NULL,
    "sealed_value" BYTEA NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_by_id" UUID,

    CONSTRAINT "installation_setting_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE INDEX "installation_setting_changed_by_id_idx" ON "installation_setting"("changed_by_id");

-- AddForeignKey
ALTER TABLE "installation_setting" ADD CONSTRAINT "installation_setting_changed_by_id_fkey" FOREIGN KEY ("changed_by_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;
