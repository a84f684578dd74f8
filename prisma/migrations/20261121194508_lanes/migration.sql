-- AlterEnum
-- This migration adds more than one value to an enum.
-- With PostgreSQL versions 11 and earlier, this is not possible
-- in a single migration. This can be worked around by creating
-- multiple migrations, each migration adding only one value to
-- the enum.


ALTER TYPE "attempt_outcome" ADD VALUE 'failed';
ALTER TYPE "attempt_outcome" ADD VALUE 'undelivered';
ALTER TYPE "attempt_outcome" ADD VALUE 'interrupted';

-- What a lane of channels takes next: within its lane the most urgent first
DROP INDEX "delivery_lane_due";
CREATE INDEX "delivery_lane_due" ON "delivery" ("lane", "priority" DESC, "due_at", "id") WHERE "state" = 'pending' AND "lane" IN ('page', 'notice');

-- What is being sent, and what a worker left behind
CREATE INDEX "delivery_held" ON "delivery" ("lane", "lease_until") WHERE "state" = 'pending' AND "lease_until" IS NOT NULL;
