-- AlterTable
ALTER TABLE "member" ADD COLUMN     "from_sso" BOOLEAN NOT NULL DEFAULT false;
