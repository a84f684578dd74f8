-- DropIndex
DROP INDEX "delivery_endpoint_id_created_at_id_idx";

-- DropIndex
DROP INDEX "delivery_channel_id_created_at_idx";

-- DropIndex
DROP INDEX "delivery_page_id_idx";

-- DropIndex
DROP INDEX "delivery_receipt_idx";

-- The same without the rows that have none: each claim and each outcome writes every index that a row is in
CREATE INDEX "delivery_of_endpoint" ON "delivery" ("endpoint_id", "created_at", "id") WHERE "endpoint_id" IS NOT NULL;
CREATE INDEX "delivery_of_channel" ON "delivery" ("channel_id", "created_at") WHERE "channel_id" IS NOT NULL;
CREATE INDEX "delivery_of_page" ON "delivery" ("page_id") WHERE "page_id" IS NOT NULL;
CREATE INDEX "delivery_by_receipt" ON "delivery" ("receipt") WHERE "receipt" IS NOT NULL;
