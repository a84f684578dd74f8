-- Why deliveries failed, as data.
ALTER TABLE "delivery" ADD COLUMN     "last_findings" JSONB;

ALTER TABLE "delivery_attempt" ADD COLUMN     "findings" JSONB;

ALTER TABLE "channel" ADD COLUMN     "last_findings" JSONB;
