-- AlterTable
ALTER TABLE "probe_shard" ADD COLUMN     "released_at" TIMESTAMPTZ(3),
ADD COLUMN     "started" JSONB;
