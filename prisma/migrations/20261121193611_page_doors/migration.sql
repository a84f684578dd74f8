-- CreateEnum
CREATE TYPE "status_page_door_kind" AS ENUM ('password', 'email', 'members');

-- AlterTable
ALTER TABLE "status_page" ADD COLUMN     "language" TEXT NOT NULL DEFAULT 'en';

-- AlterTable
ALTER TABLE "status_page_resource" ADD COLUMN     "show_response_times" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "status_page_door" (
    "page_id" UUID NOT NULL,
    "kind" "status_page_door_kind" NOT NULL,
    "stamp" UUID NOT NULL,
    "password_hash" TEXT,
    "email_domains" TEXT[],

    CONSTRAINT "status_page_door_pkey" PRIMARY KEY ("page_id")
);

-- AddForeignKey
ALTER TABLE "status_page_door" ADD CONSTRAINT "status_page_door_page_id_fkey" FOREIGN KEY ("page_id") REFERENCES "status_page"("id") ON DELETE CASCADE ON UPDATE CASCADE;
