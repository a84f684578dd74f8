-- AlterTable
ALTER TABLE "alert" ADD COLUMN     "declare_again_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "alert_declare_again" ON "alert" ("declare_again_at") WHERE "declare_again_at" IS NOT NULL;
