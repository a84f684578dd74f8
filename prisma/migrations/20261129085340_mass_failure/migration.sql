-- AlterTable
ALTER TABLE "escalation" ADD COLUMN     "mass" JSONB;
