-- AlterEnum
BEGIN;
CREATE TYPE "status_page_door_kind_new" AS ENUM ('password', 'email');
ALTER TABLE "status_page_door" ALTER COLUMN "kind" TYPE "status_page_door_kind_new" USING ("kind"::text::"status_page_door_kind_new");
ALTER TYPE "status_page_door_kind" RENAME TO "status_page_door_kind_old";
ALTER TYPE "status_page_door_kind_new" RENAME TO "status_page_door_kind";
DROP TYPE "status_page_door_kind_old";
COMMIT;
