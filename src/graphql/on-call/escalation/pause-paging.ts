import type { Transaction } from "../../kernel/transaction.ts"
import { restartEscalation } from "./restart-escalation.ts"
import { roundsSoFar } from "./rules/rounds.ts"
import { openAlertsOf } from "./silence-escalation.ts"

/** Stop paging for paused monitors: cancel unsent pages and run no further step. */
export async function pausePaging(tx: Transaction, monitorIds: string[], now: Date): Promise<void> {
  const found = await tx.query<{ ids: string[] }>({
    name: "open-alerts-of-monitors",
    text: `select ${openAlertsOf("paused.id")} as ids from unnest($1::uuid[]) paused (id)`,
    values: [monitorIds],
  })
  const alertIds = found.flatMap(({ ids }) => ids)
  // Also makes another alert of each group its leader.
  await restartEscalation(tx, alertIds, now)
  await tx.query({
    name: "pause-escalations",
    text: `update escalation set state = 'exhausted', ended_at = $2::timestamptz, silenced_at = $2::timestamptz
            where alert_id = any($1::uuid[]) and state in ('active', 'exhausted')`,
    values: [alertIds, now],
  })
}

/**
 * Restart paging for unacknowledged alerts of resumed monitors, after the time its checks need to confirm a
 * recovery.
 */
export async function resumePaging(tx: Transaction, monitorIds: string[]): Promise<void> {
  const resumed = await tx.query<{ alertId: string; projectId: string }>({
    name: "resume-escalations-of-monitors",
    text: `
      update escalation e
         set state = 'active', ended_at = null, silenced_at = null, step = 0, rounds_before = ${roundsSoFar},
             waiting_since = moment.at, due_at = moment.at
        from alert join monitor on monitor.id = alert.monitor_id
        cross join lateral (
          select date_trunc('milliseconds', now())
                 + make_interval(secs => greatest(case when heartbeat_interval_minutes is null then failure_threshold end, recovery_threshold) * interval_seconds
                                         + timeout_seconds,
                                 mins => coalesce(failure_threshold * heartbeat_interval_minutes + heartbeat_grace_minutes, 0)) as at
        ) moment
       where alert.monitor_id = any($1::uuid[]) and e.alert_id = alert.id and e.state = 'exhausted'
         and alert.resolved_at is null and alert.acknowledged_at is null and not alert.is_manual
      returning e.alert_id as "alertId", e.project_id as "projectId"`,
    values: [monitorIds],
  })
  for (const one of resumed) tx.publish("alert.changed", one)
}
