-- A flap that nobody acknowledges pages again every quarter of an hour; 32,767 rounds are less than a year of it.
ALTER TABLE "escalation"
  ALTER COLUMN "step" SET DATA TYPE INTEGER,
  ALTER COLUMN "rounds_before" SET DATA TYPE INTEGER,
  ALTER COLUMN "reached_round" SET DATA TYPE INTEGER,
  ALTER COLUMN "admins_round" SET DATA TYPE INTEGER;

ALTER TABLE "escalation_step" ALTER COLUMN "round" SET DATA TYPE INTEGER;

ALTER TABLE "page" ALTER COLUMN "round" SET DATA TYPE INTEGER;
