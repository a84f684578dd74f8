-- AlterTable
ALTER TABLE "page" ADD COLUMN     "overflow_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "page_overflow" ON "page" ("overflow_at") WHERE "overflow_at" IS NOT NULL;
