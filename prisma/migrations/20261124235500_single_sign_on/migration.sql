-- AlterTable
ALTER TABLE "member" ADD COLUMN     "from_sso" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "verification" ALTER COLUMN "id" SET DATA TYPE TEXT;
