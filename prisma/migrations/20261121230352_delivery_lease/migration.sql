-- CreateTable
CREATE TABLE "delivery_lease" (
    "delivery_id" UUID NOT NULL,
    "lane" "delivery_lane" NOT NULL,
    "target" TEXT NOT NULL,
    "token" UUID NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "delivery_lease_pkey" PRIMARY KEY ("delivery_id")
);

-- CreateIndex
CREATE INDEX "delivery_lease_lane_target_idx" ON "delivery_lease"("lane", "target");

-- Leases that stand go on
INSERT INTO "delivery_lease" ("delivery_id", "lane", "target", "token", "until")
SELECT "id", "lane", "target", "lease_token", "lease_until" FROM "delivery"
 WHERE "state" = 'pending' AND "lease_token" IS NOT NULL AND "lease_until" IS NOT NULL;

-- AlterTable: with the columns go the indexes of what is held
ALTER TABLE "delivery" DROP COLUMN "lease_token",
DROP COLUMN "lease_until";

-- DropIndex
DROP INDEX "delivery_subscriber_id_idx";

-- DropIndex
DROP INDEX "delivery_by_receipt";

-- Without the rows that have none, and of receipts only those that a report may still come for: each outcome writes
-- every index that its row is in
CREATE INDEX "delivery_of_subscriber" ON "delivery" ("subscriber_id") WHERE "subscriber_id" IS NOT NULL;
CREATE INDEX "delivery_by_receipt" ON "delivery" ("receipt") WHERE "receipt" IS NOT NULL AND "confirmed_at" IS NULL;
