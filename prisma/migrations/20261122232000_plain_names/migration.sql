-- Names in the language of the field. Everything is renamed in place: no row is copied.

ALTER TYPE "delivery_lane" RENAME TO "delivery_queue";
ALTER TABLE "delivery" RENAME COLUMN "lane" TO "queue";
ALTER INDEX "delivery_lane_due" RENAME TO "delivery_queue_due";
ALTER TABLE "delivery_lease" RENAME COLUMN "lane" TO "queue";
ALTER INDEX "delivery_lease_lane_target_idx" RENAME TO "delivery_lease_queue_target_idx";

ALTER TYPE "status_page_door_kind" RENAME TO "status_page_access_kind";
ALTER TABLE "status_page_door" RENAME TO "status_page_access";
ALTER TABLE "status_page_access" RENAME CONSTRAINT "status_page_door_pkey" TO "status_page_access_pkey";
ALTER TABLE "status_page_access" RENAME CONSTRAINT "status_page_door_page_id_fkey" TO "status_page_access_page_id_fkey";

ALTER TABLE "escalation_turn" RENAME TO "escalation_step";
ALTER TABLE "escalation_step" RENAME CONSTRAINT "escalation_turn_pkey" TO "escalation_step_pkey";
ALTER TABLE "escalation_step" RENAME CONSTRAINT "escalation_turn_alert_id_fkey" TO "escalation_step_alert_id_fkey";

ALTER TABLE "egress_look" RENAME TO "egress_check";
ALTER TABLE "egress_check" RENAME CONSTRAINT "egress_look_pkey" TO "egress_check_pkey";

ALTER TABLE "ping_listening" RENAME TO "ingress_liveness";
ALTER TABLE "ingress_liveness" RENAME COLUMN "heard_at" TO "seen_at";
ALTER TABLE "ingress_liveness" RENAME CONSTRAINT "ping_listening_pkey" TO "ingress_liveness_pkey";

ALTER TABLE "pace" RENAME TO "rate_limit_window";
ALTER TABLE "rate_limit_window" RENAME CONSTRAINT "pace_pkey" TO "rate_limit_window_pkey";
ALTER INDEX "pace_ends_at_idx" RENAME TO "rate_limit_window_ends_at_idx";

ALTER TABLE "rotation" RENAME COLUMN "look_at" TO "recheck_at";
ALTER TABLE "rotation" RENAME COLUMN "told_user_id" TO "announced_user_id";
ALTER INDEX "rotation_look_at_idx" RENAME TO "rotation_recheck_at_idx";
ALTER TABLE "rotation_calendar" RENAME COLUMN "look_at" TO "recheck_at";
ALTER INDEX "rotation_calendar_look_at_idx" RENAME TO "rotation_calendar_recheck_at_idx";

-- PostgreSQL 18 names NOT NULL constraints after table and column, and keeps the names over a rename.
-- The engine that applies migrations splits them at every semicolon, so bodies write \073 for it.
DO E'
DECLARE one record\073
BEGIN
  FOR one IN
    SELECT c.conrelid::regclass AS place, c.conname AS name, r.relname || ''_'' || a.attname || ''_not_null'' AS wanted
      FROM pg_constraint c
      JOIN pg_class r ON r.oid = c.conrelid
      JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
     WHERE c.contype = ''n'' AND r.relnamespace = current_schema()::regnamespace AND c.coninhcount = 0
       AND r.relname IN (''delivery'', ''delivery_lease'', ''status_page_access'', ''escalation_step'', ''egress_check'',
                         ''ingress_liveness'', ''rate_limit_window'', ''rotation'', ''rotation_calendar'')
       AND c.conname <> r.relname || ''_'' || a.attname || ''_not_null''
  LOOP
    EXECUTE format(''ALTER TABLE %s RENAME CONSTRAINT %I TO %I'', one.place, one.name, one.wanted)\073
  END LOOP\073
END ';
