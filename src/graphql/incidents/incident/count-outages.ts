import type { SqlTransaction } from "../../kernel/transaction.ts"

export type Flap = {
  alertId: string
  /** Number of outages so far, including the first. */
  outages: number
  /** Timeline entry that summarizes the flap; null if there is none yet. */
  updateId: string | null
  /** True if the recurrence has not been announced yet. */
  isFirst: boolean
}

/**
 * Counts outages that began within the monitor's flap window. An outage that a person resolved, or whose recovery
 * was announced, starts a new entry, so that it is announced once that the monitor is down again. Rows of flaps are
 * locked before incidents, alerts and escalations, and only while the monitor's state is locked or a flap ends.
 */
export async function countOutages(
  tx: SqlTransaction,
  alertIds: string[],
): Promise<ReadonlyMap<string, Flap>> {
  if (alertIds.length === 0) return new Map()
  const before = await tx.query<{ alertId: string; isOver: boolean }>({
    name: "flaps-so-far",
    text: `select flap.alert_id as "alertId", flap.ended_at is not null or alert.resolved_by is not null as "isOver"
             from flap join alert on alert.id = flap.alert_id
            where flap.alert_id = any($1::uuid[]) order by flap.alert_id for update of flap`,
    values: [alertIds],
  })
  const running = before.flatMap(({ alertId, isOver }) => (isOver ? [] : [alertId]))
  const counted = await tx.query<Omit<Flap, "isFirst">>({
    name: "count-outages",
    text: `
      insert into flap (alert_id, outages, began_at)
      select alert.id, 2, coalesce(incident.started_at, alert.created_at)
        from alert left join incident on incident.id = alert.incident_id
       where alert.id = any($1::uuid[]) order by alert.id
      on conflict (alert_id) do update
         set outages = flap.outages + 1, recovered_at = null, due_at = null, ended_at = null,
             update_id = case when flap.alert_id = any($2::uuid[]) then flap.update_id end
      returning alert_id as "alertId", outages, update_id as "updateId"`,
    values: [alertIds, running],
  })
  const isRunning = new Set(running)
  return new Map(
    counted.map((flap) => [flap.alertId, { ...flap, isFirst: !isRunning.has(flap.alertId) }]),
  )
}

type Recovery = { alertId: string; at: Date }

/** Records that flapping targets recovered, and when their flap windows end. */
export async function noteRecoveries(
  tx: SqlTransaction,
  recoveries: Recovery[],
): Promise<ReadonlyMap<string, Flap>> {
  if (recoveries.length === 0) return new Map()
  const noted = await tx.query<Omit<Flap, "isFirst">>({
    name: "note-recoveries",
    text: `
      update flap set recovered_at = row.at, due_at = now() + make_interval(mins => monitor.flap_window_minutes)
        from unnest($1::uuid[], $2::timestamptz[]) as row (alert_id, at)
        join alert on alert.id = row.alert_id join monitor on monitor.id = alert.monitor_id
       where flap.alert_id = row.alert_id and flap.ended_at is null
      returning flap.alert_id as "alertId", flap.outages, flap.update_id as "updateId"`,
    values: [recoveries.map(({ alertId }) => alertId), recoveries.map(({ at }) => at)],
  })
  return new Map(noted.map((flap) => [flap.alertId, { ...flap, isFirst: false }]))
}
