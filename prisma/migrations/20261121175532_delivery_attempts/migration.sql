-- CreateEnum
CREATE TYPE "attempt_outcome" AS ENUM ('accepted', 'rejected', 'redirected', 'gone', 'timed_out', 'forbidden', 'unresolved', 'unreachable', 'untrusted');

-- AlterEnum
ALTER TYPE "delivery_state" ADD VALUE 'addressed';

-- AlterTable
ALTER TABLE "delivery" ADD COLUMN     "body" TEXT,
ADD COLUMN     "endpoint_id" UUID,
ADD COLUMN     "tries" SMALLINT NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "delivery_attempt" (
    "delivery_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "outcome" "attempt_outcome" NOT NULL,
    "response_status" SMALLINT,
    "response_headers" TEXT,
    "response_body" TEXT,
    "error" TEXT,

    CONSTRAINT "delivery_attempt_pkey" PRIMARY KEY ("delivery_id","number")
);

-- CreateIndex
CREATE INDEX "delivery_endpoint_id_created_at_id_idx" ON "delivery"("endpoint_id", "created_at", "id");

-- AddForeignKey
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoint"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery_attempt" ADD CONSTRAINT "delivery_attempt_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "delivery"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Written by hand: events and webhooks are claimed apart, and what one endpoint has in flight is counted.
DROP INDEX "delivery_due";
CREATE INDEX "delivery_due" ON "delivery" ("priority" DESC, "due_at", "id") WHERE "state" = 'pending' AND "target" = 'everyone';
CREATE INDEX "delivery_endpoint_due" ON "delivery" ("endpoint_id", "due_at", "id") WHERE "state" = 'pending' AND "endpoint_id" IS NOT NULL;
CREATE INDEX "delivery_endpoint_held" ON "delivery" ("endpoint_id", "lease_until") WHERE "state" = 'pending' AND "endpoint_id" IS NOT NULL AND "lease_until" IS NOT NULL;
