-- AlterTable
ALTER TABLE "escalation" RENAME COLUMN "turn" TO "step";
ALTER TABLE "escalation" RENAME COLUMN "waits_since" TO "waiting_since";
