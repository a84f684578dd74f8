-- AlterTable
ALTER TABLE "status_page_logo" ADD COLUMN     "dark_bytes" BYTEA,
ADD COLUMN     "dark_tag" TEXT,
ADD COLUMN     "dark_type" TEXT;
