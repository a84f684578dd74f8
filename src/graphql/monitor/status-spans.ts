import type { MonitorStatus } from "../../../prisma/generated/enums.ts"
import type { Services } from "../../services.ts"
import { nobodyLooked } from "../check/absence.ts"
import { paused } from "./pause.ts"
import type { Span } from "./spans.ts"

/** A monitor that changed more often than that is told by the earliest. */
const mostRows = 5000

type Change = { to: MonitorStatus; at: Date; decidedAt: Date; reason: string | null; name: string }

/** When nobody looked at a monitor: until the check that looked again, or the first that was stored late after all. */
export async function readAbsences(
  services: Pick<Services, "database">,
  monitorId: string,
  from: Date,
  to: Date,
): Promise<Span[]> {
  const changes = await readChanges(services, monitorId, { from, to, isKnown: false })
  return changes.flatMap((change, index): Span[] => {
    const until = changes[index + 1]?.at ?? null
    const isEmpty = until !== null && until <= change.at
    return change.reason === nobodyLooked && !isEmpty
      ? [{ kind: "absent", name: null, from: change.at, until }]
      : []
  })
}

/** When the monitor above was offline: also while we lost sight of it, but not once it was paused. */
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
 * In the order of deciding, what was decided of a time, with what was just before and just after it.
 *
 * @param isKnown leaves out where we only could not see.
 */
async function readChanges(
  { database: { pool } }: Pick<Services, "database">,
  monitorId: string,
  { from, to, isKnown }: Part,
): Promise<Change[]> {
  const { rows } = await pool.query<Change>({
    name: "status-spans",
    text: `with told as (
             select * from status_change
              where monitor_id = $1 and (not $4 or "to" <> 'unknown' or reason = '${paused}'))
           select "to", at, decided_at as "decidedAt", reason, name
             from told, (select name from monitor where id = $1) m
            where at >= coalesce((select max(at) from told where at < $2), '-infinity')
              and at <= coalesce((select min(at) from told where at > $3), 'infinity')
            order by seq limit ${mostRows}`,
    values: [monitorId, from.toISOString(), to.toISOString(), isKnown],
  })
  return rows
}
