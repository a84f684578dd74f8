-- CreateTable
CREATE TABLE "unwatched" (
    "monitor_id" UUID NOT NULL,
    "cause" TEXT NOT NULL,
    "announced_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "unwatched_pkey" PRIMARY KEY ("monitor_id")
);

-- AddForeignKey
ALTER TABLE "unwatched" ADD CONSTRAINT "unwatched_monitor_id_fkey" FOREIGN KEY ("monitor_id") REFERENCES "monitor"("id") ON DELETE CASCADE ON UPDATE CASCADE;
