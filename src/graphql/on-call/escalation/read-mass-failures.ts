import type { SqlTransaction } from "../../kernel/transaction.ts"
import {
  failingSince,
  fewestHosts,
  hostOf,
  isMassFailure,
  longestSeconds,
  mayBecomeMassFailure,
  shortestSeconds,
  type FailureCounts,
  type MassFailure,
} from "./rules/mass-failure.ts"
import { isSilenced } from "./rules/silences.ts"

type Counted = FailureCounts & { projectId: string; failedIds: string[]; seconds: number }

/** Failures of one project that may have one cause near us. */
export type Wave = {
  failedIds: ReadonlySet<string>
  /** Null while too few failed; then it may become a mass failure. */
  mass: MassFailure | null
}

/**
 * Waves that new alerts are part of, by project. Unconfirmed failures count, because the failure threshold spreads
 * confirmations over time; the states of the newcomers themselves are stored later in this transaction.
 */
export async function readWaves(
  tx: SqlTransaction,
  monitorIds: string[],
): Promise<Map<string, Wave>> {
  if (monitorIds.length === 0) return new Map()
  const rows = await tx.query<Counted>({
    name: "count-failures",
    text: `
      with begun as (
        select m.project_id, min(coalesce(${failingSince}, now())) -
                 make_interval(secs => max(least(greatest(m.interval_seconds, ${shortestSeconds}), ${longestSeconds}))) as at
          from monitor m join monitor_state s on s.monitor_id = m.id
         where m.id = any($1::uuid[])
         group by m.project_id
      ), checked as (
        select m.id, m.project_id, begun.at as begun_at,
               ${hostOf} as host,
               coalesce(${failingSince}, case when m.id = any($1::uuid[]) then now() end) as failing_since,
               s.machine ->> 'confirmed' = 'operational' as was_up,
               case when m.id = any($1::uuid[]) then now() else s.last_check_at end as checked_at
          from begun join monitor m on m.project_id = begun.project_id
          join monitor_state s on s.monitor_id = m.id
         where m.deleted_at is null and m.paused_at is null and (m.muted_until is null or m.muted_until <= now())
           and (s.last_check_at is not null or m.id = any($1::uuid[]))
      ), failed as (
        select one.* from checked one cross join lateral (select one.id as monitor_id, null::uuid as slo_id,
               null::timestamptz as snoozed_until) raised
         where one.failing_since >= one.begun_at
           and (one.was_up or exists (select from status_change c where c.monitor_id = one.id
                                         and 'operational' in (c."from", c."to")))
           and not ${isSilenced("raised")}
      ), counted as (
        select project_id, begun_at, count(*)::int as failed, count(distinct host)::int as failed_hosts,
               array_agg(id) as failed_ids, min(failing_since) as first_at,
               extract(epoch from max(failing_since) - min(failing_since))::float8 as seconds
          from failed group by project_id, begun_at
      )
      select counted.project_id as "projectId", failed, failed_hosts as "failedHosts", failed_ids as "failedIds",
             seconds, total.checked, total.hosts, total.hosts_since as "hostsSince",
             -- Not read where too few failed now.
             case when failed_hosts < ${fewestHosts} or failed_hosts * 2 < total.hosts_since then 0 else (
               select count(*)::int from checked one
                where one.project_id = counted.project_id and (one.failing_since < one.begun_at or exists (
                        select from status_change c where c.monitor_id = one.id and c."to" in ('offline', 'degraded')
                           and c.at >= one.begun_at - interval '1 hour' and c.at < one.begun_at)))
             end as "failedBefore"
        from counted cross join lateral (
          select count(*)::int as checked, count(distinct host)::int as hosts,
                 (count(distinct host) filter (where checked_at >= first_at
                    and (failing_since is null or failing_since >= counted.begun_at)))::int as hosts_since
            from checked where checked.project_id = counted.project_id) total`,
    values: [monitorIds],
  })
  return new Map(
    rows.filter(mayBecomeMassFailure).map((row) => {
      const { projectId, failedIds, failed, checked, seconds } = row
      const minutes = Math.max(1, Math.ceil(seconds / 60))
      const mass = isMassFailure(row) ? { failed, checked, minutes } : null
      return [projectId, { failedIds: new Set(failedIds), mass }]
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
