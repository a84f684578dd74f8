import type { SqlTransaction } from "../../kernel/transaction.ts"

export type Flap = {
  alertId: string
  /** Number of outages so far, including the first. */
  outages: number
  /** Timeline entry that summarizes the flap; null if there is none yet. */
  updateId: string | null
  /** True if the recurrence has not been announced yet. */
  isFirst: boolean
  /** Who acknowledged it is responsible for all of it, so its next outage is acknowledged too. */
  isAcknowledged: boolean
}

type Counted = Omit<Flap, "isFirst" | "isAcknowledged">
type Recurrence = {
  alertId: string
  /** When the outage began. */
  at: Date
}

/**
 * Counts outages that began within the monitor's flap window. An outage that a person resolved, or whose recovery
 * was announced, starts a new entry, so that it is announced once that the monitor is down again. Rows of flaps are
 * locked before incidents, alerts and escalations, and only while the monitor's state is locked or a flap ends.
 */
export async function countOutages(
  tx: SqlTransaction,
  recurrences: Recurrence[],
): Promise<ReadonlyMap<string, Flap>> {
  if (recurrences.length === 0) return new Map()
  const alertIds = recurrences.map(({ alertId }) => alertId)
  const before = await tx.query<{ alertId: string; isOver: boolean; isAcknowledged: boolean }>({
    name: "flaps-so-far",
    text: `select flap.alert_id as "alertId", flap.ended_at is not null or alert.resolved_by is not null as "isOver",
                  alert.acknowledged_at is not null as "isAcknowledged"
             from flap join alert on alert.id = flap.alert_id
            where flap.alert_id = any($1::uuid[]) order by flap.alert_id for update of flap`,
    values: [alertIds],
  })
  const running = new Map(before.flatMap((one) => (one.isOver ? [] : [[one.alertId, one]])))
  const counted = await tx.query<Counted>({
    name: "count-outages",
    text: `
      insert into flap (alert_id, outages, began_at, reopened_at, down_since, down_seconds)
      select alert.id, 2, first.began_at, now(), row.at,
             case when alert.acknowledged_at is null and alert.resolved_by is null
                  then greatest(0, extract(epoch from coalesce(alert.resolved_at, row.at) - first.began_at)) else 0 end
        from unnest($1::uuid[], $2::timestamptz[]) as row (alert_id, at)
        join alert on alert.id = row.alert_id
        left join incident on incident.id = alert.incident_id
       cross join lateral (select coalesce(incident.started_at, alert.created_at) as began_at) first
       order by alert.id
      on conflict (alert_id) do update
         set outages = flap.outages + 1, recovered_at = null, due_at = null, ended_at = null, down_since = excluded.down_since,
             update_id = case when flap.alert_id = any($3::uuid[]) then flap.update_id end,
             reopened_at = case when flap.alert_id = any($3::uuid[]) then coalesce(flap.reopened_at, now()) else now() end,
             down_seconds = case when flap.alert_id = any($3::uuid[]) then flap.down_seconds else 0 end
      returning alert_id as "alertId", outages, update_id as "updateId"`,
    values: [alertIds, recurrences.map(({ at }) => at), [...running.keys()]],
  })
  return new Map(
    counted.map((flap) => {
      const { isAcknowledged = false } = running.get(flap.alertId) ?? {}
      return [flap.alertId, { ...flap, isFirst: !running.has(flap.alertId), isAcknowledged }]
    }),
  )
}

type Recovery = { alertId: string; at: Date }

/** Records that flapping targets recovered, and when their flap windows end. */
export async function noteRecoveries(
  tx: SqlTransaction,
  recoveries: Recovery[],
): Promise<ReadonlyMap<string, Flap>> {
  if (recoveries.length === 0) return new Map()
  const noted = await tx.query<Counted>({
    name: "note-recoveries",
    text: `
      update flap set recovered_at = row.at, down_since = null,
             down_seconds = flap.down_seconds + coalesce(greatest(0, extract(epoch from row.at - flap.down_since)), 0),
             due_at = now() + make_interval(mins => monitor.flap_window_minutes)
        from unnest($1::uuid[], $2::timestamptz[]) as row (alert_id, at)
        join alert on alert.id = row.alert_id join monitor on monitor.id = alert.monitor_id
       where flap.alert_id = row.alert_id and flap.ended_at is null
      returning flap.alert_id as "alertId", flap.outages, flap.update_id as "updateId"`,
    values: [recoveries.map(({ alertId }) => alertId), recoveries.map(({ at }) => at)],
  })
  return new Map(
    noted.map((flap) => [flap.alertId, { ...flap, isFirst: false, isAcknowledged: false }]),
  )
}
