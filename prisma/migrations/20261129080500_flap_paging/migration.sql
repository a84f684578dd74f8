-- AlterTable
ALTER TABLE "flap" ADD COLUMN     "down_seconds" DOUBLE PRECISION NOT NULL DEFAULT 0,
ADD COLUMN     "down_since" TIMESTAMPTZ(3),
ADD COLUMN     "reopened_at" TIMESTAMPTZ(3);
