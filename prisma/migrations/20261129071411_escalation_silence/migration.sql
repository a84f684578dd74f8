-- AlterTable
ALTER TABLE "escalation" ADD COLUMN     "silenced_at" TIMESTAMPTZ(3);

-- Alerts of paused monitors, and those that a person reopened.
UPDATE escalation e SET silenced_at = coalesce(e.ended_at, now())
  FROM alert LEFT JOIN monitor ON monitor.id = alert.monitor_id
 WHERE alert.id = e.alert_id AND e.state = 'exhausted' AND alert.resolved_at IS NULL
   AND (monitor.paused_at IS NOT NULL OR alert.is_manual);
