import type { Transaction } from "../transaction.ts"
import type { SilenceEvidence } from "../verdict/steps.ts"
import type { Locked } from "./lock-states.ts"

type Found = { name: string | null; since: Date | null; until: Date | null }

/** What the silence that holds now stands on; asked only where a verdict is written. */
export async function describeSilence(
  { db }: Transaction,
  { monitorId, silence }: Pick<Locked, "monitorId" | "silence">,
): Promise<SilenceEvidence | null> {
  if (silence === null) return null
  const queries = {
    muted: () =>
      db.$queryRaw<Found[]>`
        select null as name, null::timestamptz as since, muted_until as until
          from monitor where id = ${monitorId}::uuid`,
    maintenance: () =>
      db.$queryRaw<Found[]>`
        select m.title as name, m.starts_at as since, m.ends_at as until
          from maintenance_monitor mm join maintenance m on m.id = mm.maintenance_id
         where mm.monitor_id = ${monitorId}::uuid
           and m.state <> 'cancelled' and m.starts_at <= now() and now() < m.ends_at
         order by m.ends_at desc limit 1`,
    parent_down: () =>
      db.$queryRaw<Found[]>`
        select p.name, s.status_since as since, null::timestamptz as until
          from monitor m join monitor p on p.id = m.parent_id
          join monitor_state s on s.monitor_id = p.id
         where m.id = ${monitorId}::uuid`,
  }
  const [found] = await queries[silence]()
  return {
    kind: silence,
    name: found?.name ?? null,
    since: found?.since?.toISOString() ?? null,
    until: found?.until?.toISOString() ?? null,
  }
}
