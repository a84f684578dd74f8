import type { SqlTransaction } from "../../kernel/transaction.ts"
import type { SilenceEvidence } from "../verdict/rules/verdict-steps.ts"
import type { Known } from "./decide-check.ts"
import type { CheckResult } from "./rules/check-result.ts"

type Row = {
  n: number
  kind: "muted" | "maintenance"
  name: string | null
  since: Date | null
  until: Date
}

/**
 * Silences in force when failed checks started that have ended since: a failure within one must not page because
 * the check was slow or waited to be stored.
 */
export async function readPastSilences(
  tx: SqlTransaction,
  known: Known[],
): Promise<Map<CheckResult, SilenceEvidence>> {
  const failed = known.filter(({ state, result: { status } }) => {
    return state.silence === null && (status === "offline" || status === "degraded")
  })
  if (failed.length === 0) return new Map()
  const rows = await tx.query<Row>({
    name: "past-silences",
    text: `
      select row.n::int as n, case when w.id is null then 'muted' else 'maintenance' end as kind,
             w.title as name, w.starts_at as since, coalesce(w.ends_at, m.muted_until) as until
        from unnest($1::uuid[], $2::timestamptz[]) with ordinality as row (id, at, n)
        join monitor m on m.id = row.id
        left join lateral (
          select w.* from maintenance_monitor mm join maintenance w on w.id = mm.maintenance_id
           where mm.monitor_id = row.id and w.state <> 'cancelled' and w.starts_at <= row.at and row.at < w.ends_at
           order by w.ends_at desc limit 1) w on true
       where w.id is not null or m.muted_until > row.at`,
    values: [
      failed.map(({ state }) => state.monitorId),
      failed.map(({ result }) => result.startedAt.toISOString()),
    ],
  })
  return new Map(
    rows.flatMap(({ n, kind, name, since, until }) => {
      const one = failed[n - 1]
      if (one === undefined) return []
      const times = { since: since?.toISOString() ?? null, until: until.toISOString() }
      return [[one.result, { kind, name, ...times }]]
    }),
  )
}
