-- AlterTable
ALTER TABLE "escalation" ADD COLUMN     "admins_round" SMALLINT NOT NULL DEFAULT 0,
ADD COLUMN     "reach_check_at" TIMESTAMPTZ(3),
ADD COLUMN     "reached_round" SMALLINT NOT NULL DEFAULT 0,
ADD COLUMN     "unreachable_since" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "page" ADD COLUMN     "digest_id" UUID;

-- Each holds only the few rows that have the value.
CREATE INDEX "escalation_reach" ON "escalation" ("reach_check_at") WHERE "reach_check_at" IS NOT NULL;
CREATE INDEX "escalation_unreachable" ON "escalation" ("project_id") WHERE "unreachable_since" IS NOT NULL;
CREATE INDEX "page_of_digest" ON "page" ("digest_id") WHERE "digest_id" IS NOT NULL;
CREATE INDEX "delivery_of_account" ON "delivery" ("account_id", "created_at") WHERE "account_id" IS NOT NULL;

-- Open alerts of the last days are looked at once; those before have lost the deliveries that would tell.
UPDATE "escalation" e
   SET "reach_check_at" = CASE WHEN alert."created_at" > now() - interval '7 days' THEN date_trunc('milliseconds', now()) END,
       "reached_round" = CASE WHEN alert."created_at" > now() - interval '7 days' THEN 0
                              ELSE coalesce((SELECT max(page."round") FROM "page" WHERE page."alert_id" = e."alert_id"), 0) END
  FROM "alert"
 WHERE alert."id" = e."alert_id" AND alert."acknowledged_at" IS NULL AND alert."resolved_at" IS NULL
   AND e."state" IN ('active', 'exhausted') AND e."silenced_at" IS NULL;
