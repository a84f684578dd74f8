import type { SqlTransaction } from "../../kernel/transaction.ts"
import type { FailureCounts, MassFailure } from "./rules/mass-failure.ts"
import { isMassFailure } from "./rules/mass-failure.ts"
import { isSilenced } from "./rules/silences.ts"

type Counted = FailureCounts & { failedIds: string[]; seconds: number }

/** Failures within one interval are one event; of monitors with longer intervals only those of five minutes. */
const [shortestSeconds, longestSeconds] = [60, 300]

const since = "(s.machine #>> '{runs,bad,since}')::timestamptz"

/**
 * Mass failures that new alerts are part of, by monitor. Unconfirmed failures count, because the failure threshold
 * spreads confirmations over time; the states of the newcomers themselves are stored later in this transaction.
 */
export async function readMassFailures(
  tx: SqlTransaction,
  monitorIds: string[],
): Promise<Map<string, MassFailure>> {
  if (monitorIds.length === 0) return new Map()
  const rows = await tx.query<Counted>({
    name: "count-failures",
    text: `
      with begun as (
        select m.project_id, min(coalesce(${since}, now())) -
                 make_interval(secs => max(least(greatest(m.interval_seconds, ${shortestSeconds}), ${longestSeconds}))) as at
          from monitor m join monitor_state s on s.monitor_id = m.id
         where m.id = any($1::uuid[])
         group by m.project_id
      ), checked as (
        select m.id, m.project_id, begun.at as begun_at,
               lower(coalesce(m.host, substring(m.url from '://(?:[^/?#]*@)?(\\[[^]]*\\]|[^/?#:]+)'))) as host,
               coalesce(${since}, case when m.id = any($1::uuid[]) then now() end) as failing_since,
               s.machine ->> 'confirmed' = 'operational' as was_up
          from begun join monitor m on m.project_id = begun.project_id
          join monitor_state s on s.monitor_id = m.id
         where m.deleted_at is null and m.paused_at is null and (m.muted_until is null or m.muted_until <= now())
           and (s.last_check_at is not null or m.id = any($1::uuid[]))
      ), failed as (
        select one.* from checked one cross join lateral (select one.id as monitor_id, null::uuid as slo_id) raised
         where one.failing_since >= one.begun_at
           and (one.was_up or exists (select from status_change c where c.monitor_id = one.id
                                         and 'operational' in (c."from", c."to")))
           and not ${isSilenced("raised")}
      )
      select total.checked, total.hosts, count(*)::int as failed,
             count(distinct failed.host)::int as "failedHosts", array_agg(failed.id) as "failedIds",
             extract(epoch from max(failing_since) - min(failing_since))::float8 as seconds,
             -- Not read where too few failed now.
             case when count(*) * 2 < total.checked then 0 else (
               select count(*)::int from checked one
                where one.project_id = failed.project_id and (one.failing_since < one.begun_at or exists (
                        select from status_change c where c.monitor_id = one.id and c."to" in ('offline', 'degraded')
                           and c.at >= one.begun_at - interval '1 hour' and c.at < one.begun_at)))
             end as "failedBefore"
        from failed
        join (select project_id, count(*)::int as checked, count(distinct host)::int as hosts
                from checked group by project_id) total on total.project_id = failed.project_id
       group by failed.project_id, total.checked, total.hosts`,
    values: [monitorIds],
  })
  const newcomers = new Set(monitorIds)
  return new Map(
    rows.filter(isMassFailure).flatMap(({ failedIds, failed, checked, seconds }) => {
      const mass = { failed, checked, minutes: Math.max(1, Math.ceil(seconds / 60)) }
      return failedIds.flatMap((id) => (newcomers.has(id) ? [[id, mass] as const] : []))
    }),
  )
}

/** Store what is known now with the leaders that a mass failure's alerts joined; it only grows. */
export async function growMassFailures(
  tx: SqlTransaction,
  grown: ReadonlyMap<string, MassFailure>,
): Promise<void> {
  if (grown.size === 0) return
  await tx.query({
    name: "grow-mass-failures",
    text: `
      update escalation e set mass = row.mass
        from jsonb_to_recordset($1::jsonb) as row (alert_id uuid, mass jsonb)
       where e.alert_id = row.alert_id and (e.mass ->> 'failed')::int < (row.mass ->> 'failed')::int`,
    values: [JSON.stringify(Array.from(grown, ([alert_id, mass]) => ({ alert_id, mass })))],
  })
}
