-- AlterTable
ALTER TABLE "prober" ADD COLUMN     "ipv4_proved_at" TIMESTAMPTZ(3),
ADD COLUMN     "ipv6_proved_at" TIMESTAMPTZ(3),
ADD COLUMN     "weight" REAL;

-- AlterTable
ALTER TABLE "monitor_state" ADD COLUMN     "failed_pings" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "is_pinged_publicly" BOOLEAN;

-- CreateTable
CREATE TABLE "ingress_gap" (
    "liveness_id" INTEGER NOT NULL,
    "from" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ingress_gap_pkey" PRIMARY KEY ("liveness_id","from")
);

-- A second check of a missing ping proves nothing, so one missed period is enough.
UPDATE "monitor" SET "failure_threshold" = 1 WHERE "kind" = 'heartbeat' AND "failure_threshold" = 2;

UPDATE "monitor_state" s SET "is_pinged_publicly" = pings."is_public"
  FROM (SELECT "monitor_id", bool_or("source_ip" !~ '^(10\.|127\.|169\.254\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|::1$|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)'
                                        AND "source_ip" <> '') AS "is_public"
          FROM "heartbeat_ping" GROUP BY "monitor_id") pings
 WHERE s."monitor_id" = pings."monitor_id";
