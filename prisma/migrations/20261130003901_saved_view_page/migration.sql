-- CreateEnum
CREATE TYPE "saved_view_page" AS ENUM ('monitors', 'logs', 'traces', 'metrics');

-- AlterTable
ALTER TABLE "saved_view" ADD COLUMN     "page" "saved_view_page" NOT NULL DEFAULT 'monitors';
