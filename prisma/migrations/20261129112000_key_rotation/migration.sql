-- AlterTable
ALTER TABLE "installation" ADD COLUMN     "key_rotation_at" TIMESTAMPTZ(3);
