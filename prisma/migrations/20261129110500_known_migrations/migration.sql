-- AlterTable
ALTER TABLE "installation" ADD COLUMN     "breaking_migration" TEXT;

-- AlterTable
ALTER TABLE "role_process" ADD COLUMN     "migrations" TEXT[];
