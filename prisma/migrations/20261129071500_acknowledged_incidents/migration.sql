-- An incident is acknowledged while all its open alerts are. Alerts that were acknowledged before this rule left their
-- incidents unacknowledged: each gets the first moment at which no open alert of it was unacknowledged, an open incident
-- the last one, and the entry of its timeline.
WITH "moment" AS (
    SELECT DISTINCT ON (i."id") i."id", i."state_id" = identified."id" AS "moves", acknowledged."id" AS "state_id",
           a."acknowledged_at" AS "at", coalesce(a."acknowledged_by", '') AS "by"
      FROM "incident" i
      JOIN "alert" a ON a."incident_id" = i."id"
      JOIN "state" identified ON identified."project_id" = i."project_id"
       AND identified."subject" = 'incident' AND identified."name" = 'identified'
      JOIN "state" acknowledged ON acknowledged."project_id" = i."project_id"
       AND acknowledged."subject" = 'incident' AND acknowledged."name" = 'acknowledged'
     WHERE i."acknowledged_at" IS NULL AND a."acknowledged_at" IS NOT NULL
       AND (i."resolved_at" IS NULL OR a."acknowledged_at" <= i."resolved_at")
       AND (i."resolved_at" IS NOT NULL OR a."resolved_at" IS NULL)
       AND NOT EXISTS (
           SELECT FROM "alert" other
            WHERE other."incident_id" = i."id"
              AND (i."resolved_at" IS NULL OR other."created_at" <= a."acknowledged_at")
              AND (other."resolved_at" IS NULL OR (i."resolved_at" IS NOT NULL AND other."resolved_at" > a."acknowledged_at"))
              AND (other."acknowledged_at" IS NULL OR other."acknowledged_at" > a."acknowledged_at"))
     ORDER BY i."id", a."acknowledged_at"
), "repaired" AS (
    UPDATE "incident"
       SET "acknowledged_at" = "moment"."at", "acknowledged_by" = "moment"."by", "updated_at" = now(),
           "state_id" = CASE WHEN "moment"."moves" THEN "moment"."state_id" ELSE "incident"."state_id" END
      FROM "moment" WHERE "incident"."id" = "moment"."id"
), "entry" AS (
    SELECT "moment".*,
           overlay(uuid_send(gen_random_uuid())
                   PLACING substring(int8send((extract(epoch FROM "at") * 1000)::bigint) FROM 3) FROM 1) AS "bytes"
      FROM "moment"
)
INSERT INTO "incident_update" ("id", "incident_id", "kind", "body", "actor_kind", "actor_name", "is_public", "at")
SELECT encode(set_byte("bytes", 6, get_byte("bytes", 6) & 15 | 112), 'hex')::uuid, "id", 'acknowledged', '', 'user', "by",
       "moves", "at"
  FROM "entry";
