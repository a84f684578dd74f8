-- AlterTable
ALTER TABLE "status_page" ADD COLUMN     "accent_color" TEXT,
ALTER COLUMN "is_public" DROP DEFAULT;

-- CreateTable
CREATE TABLE "status_page_logo" (
    "page_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "tag" TEXT NOT NULL,

    CONSTRAINT "status_page_logo_pkey" PRIMARY KEY ("page_id")
);

-- AddForeignKey
ALTER TABLE "status_page_logo" ADD CONSTRAINT "status_page_logo_page_id_fkey" FOREIGN KEY ("page_id") REFERENCES "status_page"("id") ON DELETE CASCADE ON UPDATE CASCADE;
