-- AlterTable
ALTER TABLE "incident" ADD COLUMN     "edited_at" TIMESTAMPTZ(3);
