-- AlterTable
ALTER TABLE "status_page_export" ADD COLUMN     "sources" JSONB NOT NULL DEFAULT '{}';
