-- AlterTable
ALTER TABLE "user" ADD COLUMN     "language" TEXT NOT NULL DEFAULT 'en',
ADD COLUMN     "time_zone" TEXT;
