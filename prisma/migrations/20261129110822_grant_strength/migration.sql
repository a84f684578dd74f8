-- AlterTable
ALTER TABLE "oauth_grant" ADD COLUMN     "is_strong" BOOLEAN NOT NULL DEFAULT false;
