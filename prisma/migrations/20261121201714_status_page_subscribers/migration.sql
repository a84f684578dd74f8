-- CreateEnum
CREATE TYPE "subscriber_kind" AS ENUM ('email', 'webhook', 'slack');

-- AlterTable
ALTER TABLE "delivery" ADD COLUMN     "subscriber_id" UUID;

-- CreateTable
CREATE TABLE "status_page_subscriber" (
    "id" UUID NOT NULL,
    "page_id" UUID NOT NULL,
    "kind" "subscriber_kind" NOT NULL,
    "sealed_address" BYTEA NOT NULL,
    "address_hash" BYTEA NOT NULL,
    "is_whole_page" BOOLEAN NOT NULL DEFAULT true,
    "confirmed_at" TIMESTAMPTZ(3),
    "asked_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "status_page_subscriber_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "status_page_subscriber_resource" (
    "subscriber_id" UUID NOT NULL,
    "resource_id" UUID NOT NULL,

    CONSTRAINT "status_page_subscriber_resource_pkey" PRIMARY KEY ("subscriber_id","resource_id")
);

-- CreateIndex
CREATE INDEX "status_page_subscriber_page_id_created_at_id_idx" ON "status_page_subscriber"("page_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "status_page_subscriber_page_id_address_hash_key" ON "status_page_subscriber"("page_id", "address_hash");

-- CreateIndex
CREATE INDEX "status_page_subscriber_resource_resource_id_idx" ON "status_page_subscriber_resource"("resource_id");

-- CreateIndex
CREATE INDEX "delivery_subscriber_id_idx" ON "delivery"("subscriber_id");

-- AddForeignKey
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_subscriber_id_fkey" FOREIGN KEY ("subscriber_id") REFERENCES "status_page_subscriber"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "status_page_subscriber" ADD CONSTRAINT "status_page_subscriber_page_id_fkey" FOREIGN KEY ("page_id") REFERENCES "status_page"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "status_page_subscriber_resource" ADD CONSTRAINT "status_page_subscriber_resource_subscriber_id_fkey" FOREIGN KEY ("subscriber_id") REFERENCES "status_page_subscriber"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "status_page_subscriber_resource" ADD CONSTRAINT "status_page_subscriber_resource_resource_id_fkey" FOREIGN KEY ("resource_id") REFERENCES "status_page_resource"("id") ON DELETE CASCADE ON UPDATE CASCADE;
