-- AlterTable
ALTER TABLE "alert" ADD COLUMN     "resolved_by" TEXT;
