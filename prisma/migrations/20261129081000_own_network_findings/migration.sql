-- AlterTable
ALTER TABLE "egress_check" ADD COLUMN     "findings" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "ipv4_proved_at" TIMESTAMPTZ(3),
ADD COLUMN     "ipv6_proved_at" TIMESTAMPTZ(3);
