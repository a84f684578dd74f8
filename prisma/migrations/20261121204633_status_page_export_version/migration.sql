-- AlterTable
ALTER TABLE "status_page_export" ADD COLUMN     "version" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "whole_at" TIMESTAMPTZ(3);
