-- AlterTable
ALTER TABLE "status_page_subscriber" ADD COLUMN     "language" TEXT NOT NULL DEFAULT 'en';

-- Whoever subscribed before reads what their page speaks.
UPDATE "status_page_subscriber" s SET "language" = p."language" FROM "status_page" p WHERE p."id" = s."page_id";
