-- AlterTable
ALTER TABLE "status_page" ADD COLUMN     "custom_css" TEXT,
ADD COLUMN     "density" TEXT NOT NULL DEFAULT 'comfortable',
ADD COLUMN     "font" TEXT NOT NULL DEFAULT 'inter',
ADD COLUMN     "links" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "shows_maker" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "theme" TEXT NOT NULL DEFAULT 'auto';

-- AlterTable
ALTER TABLE "status_page_group" ADD COLUMN     "is_collapsed" BOOLEAN NOT NULL DEFAULT false;
