-- AlterTable
ALTER TABLE "project" ADD COLUMN     "requires_two_factor" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "session" ADD COLUMN     "sign_in_method" TEXT;
