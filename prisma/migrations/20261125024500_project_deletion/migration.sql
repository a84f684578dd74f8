-- AlterTable
ALTER TABLE "project" ADD COLUMN     "deleted_at" TIMESTAMPTZ(3);
