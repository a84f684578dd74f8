import type { MonitorStatus } from "../../../../../prisma/generated/enums.ts"
import { withFindings, type Finding } from "../../../../findings/finding.ts"
import type { Services } from "../../../../platform/services.ts"
import { isOfGap } from "../../check/rules/gap.ts"
import { isPausedSql } from "../state/become-unknown.ts"
import type { Span } from "./monitor-spans.ts"

/** For a monitor that changed more often, the earliest changes are read. */
const mostRows = 5000

type Change = { to: MonitorStatus; at: Date; decidedAt: Date; findings: Finding[]; name: string }
type Row = Omit<Change, "findings"> & { reason: string | null; findings: unknown }

/** Gaps of a monitor: each lasts until the next check, or the first one that was stored late. */
export async function readGaps(
  services: Pick<Services, "database">,
  monitorId: string,
  from: Date,
  to: Date,
): Promise<Span[]> {
  const changes = await readChanges(services, monitorId, { from, to, isKnown: false })
  return changes.flatMap((change, index): Span[] => {
    const until = changes[index + 1]?.at ?? null
    const isEmpty = until !== null && until <= change.at
    return isOfGap(change.findings) && !isEmpty
      ? [{ kind: "absent", name: null, from: change.at, until }]
      : []
  })
}

/** When the parent was offline, including while its checks were inconclusive, but not once it was paused. */
export async function readParent(
  services: Pick<Services, "database">,
  monitorId: string,
  from: Date,
  to: Date,
): Promise<Span[]> {
  const changes = await readChanges(services, monitorId, { from, to, isKnown: true })
  return changes.flatMap((change, index): Span[] => {
    const until = changes[index + 1]?.decidedAt ?? null
    const { name, decidedAt } = change
    return change.to === "offline" ? [{ kind: "parent_down", name, from: decidedAt, until }] : []
  })
}

type Part = { from: Date; to: Date; isKnown: boolean }

/**
 * Changes that apply to a span of time, in decision order, with the ones just before and after it.
 *
 * @param isKnown leaves out changes to unknown, except pauses.
 */
async function readChanges(
  { database: { pool } }: Pick<Services, "database">,
  monitorId: string,
  { from, to, isKnown }: Part,
): Promise<Change[]> {
  const { rows } = await pool.query<Row>({
    name: "status-spans",
    text: `with changes as (
             select * from status_change
              where monitor_id = $1 and (not $4 or "to" <> 'unknown' or ${isPausedSql}))
           select "to", at, decided_at as "decidedAt", reason, findings, name
             from changes, (select name from monitor where id = $1) m
            where at >= coalesce((select max(at) from changes where at < $2), '-infinity')
              and at <= coalesce((select min(at) from changes where at > $3), 'infinity')
            order by seq limit ${mostRows}`,
    values: [monitorId, from.toISOString(), to.toISOString(), isKnown],
  })
  return rows.map(withFindings)
}
