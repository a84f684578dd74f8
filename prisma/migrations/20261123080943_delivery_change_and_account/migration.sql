-- AlterTable
ALTER TABLE "delivery" ADD COLUMN "account_id" UUID,
ADD COLUMN "change_id" UUID;

-- Deliveries to accounts, also settled ones, which can be replayed
UPDATE "delivery" SET "account_id" = substr("target", 9)::uuid WHERE "target" LIKE 'account:%';

-- Queued events: until now the timeline entry was told by the end of the dedupe key alone. An edit has a new id there,
-- which is no entry's.
UPDATE "delivery" SET "change_id" = substr("dedupe_key", length("event") + 2)::uuid
 WHERE "state" = 'pending' AND "queue" = 'event' AND "event" LIKE 'incident.%' AND "event" <> 'incident.created'
   AND substr("dedupe_key", length("event") + 2) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
