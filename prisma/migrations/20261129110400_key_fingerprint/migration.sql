-- AlterTable
ALTER TABLE "installation" ADD COLUMN     "key_fingerprint" TEXT,
ADD COLUMN     "unreadable_secrets" INTEGER NOT NULL DEFAULT 0;
