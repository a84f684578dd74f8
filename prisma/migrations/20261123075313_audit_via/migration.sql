-- AlterTable
ALTER TABLE "audit_entry" ADD COLUMN     "via" JSONB;
