import type { SqlTransaction } from "../../kernel/transaction.ts"
import type { SilenceEvidence } from "../verdict/rules/verdict-steps.ts"
import type { Locked } from "./lock-states.ts"
import type { Silence } from "./rules/write-verdict.ts"

type Found = { monitorId: string; name: string | null; since: Date | null; until: Date | null }

/** Evidence of the silences in force now, by monitor; read only when a verdict is written. */
export async function describeSilences(
  tx: SqlTransaction,
  states: Pick<Locked, "monitorId" | "silence">[],
): Promise<Map<string, SilenceEvidence>> {
  const found = new Map<string, SilenceEvidence>()
  for (const kind of ["muted", "maintenance", "parent_down"] as const) {
    const ids = new Set(
      states.filter(({ silence }) => silence === kind).map(({ monitorId }) => monitorId),
    )
    if (ids.size === 0) continue
    const rows = new Map((await find(tx, kind, [...ids])).map((row) => [row.monitorId, row]))
    for (const id of ids) {
      const { name = null, since, until } = rows.get(id) ?? {}
      found.set(id, {
        kind,
        name,
        since: since?.toISOString() ?? null,
        until: until?.toISOString() ?? null,
      })
    }
  }
  return found
}

const find = (tx: SqlTransaction, kind: Silence, ids: string[]): Promise<Found[]> =>
  tx.query<Found>({ name: `silences-${kind}`, text: queries[kind], values: [ids] })

const queries: Record<Silence, string> = {
  muted: `
    select id as "monitorId", null as name, null::timestamptz as since, muted_until as until
      from monitor where id = any($1::uuid[])`,
  maintenance: `
    select distinct on (mm.monitor_id) mm.monitor_id as "monitorId",
           m.title as name, m.starts_at as since, m.ends_at as until
      from maintenance_monitor mm join maintenance m on m.id = mm.maintenance_id
     where mm.monitor_id = any($1::uuid[])
       and m.state <> 'cancelled' and m.starts_at <= now() and now() < m.ends_at
     order by mm.monitor_id, m.ends_at desc`,
  // Its outage, not its status: the parent may be unknown by now.
  parent_down: `
    select m.id as "monitorId", p.name, null::timestamptz as until,
           coalesce((s.machine #>> '{outage,startedAt}')::timestamptz, s.status_since) as since
      from monitor m join monitor p on p.id = m.parent_id
      join monitor_state s on s.monitor_id = p.id
     where m.id = any($1::uuid[])`,
}
