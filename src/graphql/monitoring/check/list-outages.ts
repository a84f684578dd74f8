import type { MonitorStatus } from "../../../../prisma/generated/enums.ts"
import type { Services } from "../../../platform/services.ts"
import { withFindings, type Finding } from "../../../findings/finding.ts"
import { invalid } from "../../kernel/errors.ts"
import { statusSegments } from "./rules/status-segments.ts"

const dayMs = 86_400_000
const mostDays = 400
/** For a monitor that changed more often, the latest changes are read. */
const mostChanges = 5000
const mostOutages = 500

/** A time during which a monitor was offline or degraded, including inconclusive checks within it. */
export type Outage = {
  id: string
  level: "degraded" | "offline"
  startedAt: Date
  /** When it was confirmed. */
  decidedAt: Date
  endedAt: Date | null
  /** Seconds with this status; inconclusive time within it is left out. */
  seconds: number
  findings: readonly Finding[]
  verdictId: string | null
}

export type Outages = {
  /** Newest first. */
  outages: Outage[]
  count: number
  offlineCount: number
  offlineSeconds: number
  meanRecoverySeconds: number | null
  longestSeconds: number | null
}

type Change = {
  id: string
  to: MonitorStatus
  at: Date
  decidedAt: Date
  findings: readonly Finding[]
  verdictId: string | null
}
type Row = Omit<Change, "findings"> & { reason: string | null; findings: unknown }

/**
 * Outages that touch [from, to), at most 400 days; one that is still open lasts until now.
 * @throws {DomainError} validation_failed if the window is empty or too long.
 */
export async function listOutages(
  ctx: Pick<Services, "database" | "clock">,
  monitorId: string,
  { from, to }: { from: Date; to: Date },
): Promise<Outages> {
  if (to <= from) throw invalid("#/to", "must be later than from")
  if (to.getTime() - from.getTime() > mostDays * dayMs) {
    throw invalid("#/to", `must be at most ${mostDays} days after from`)
  }
  const { rows } = await ctx.database.pool.query<Row>({
    name: "outages",
    text: `select * from (
        select id, seq, "to", at, decided_at as "decidedAt", reason, findings, verdict_id as "verdictId"
          from status_change
         where monitor_id = $1 and at < $3
           and at >= coalesce((select max(at) from status_change
                                where monitor_id = $1 and at < $2 and "to" <> 'unknown'), '-infinity')
         order by seq desc limit ${mostChanges}) latest order by seq`,
    values: [monitorId, from.toISOString(), to.toISOString()],
  })
  const now = ctx.clock.now()
  const found = foldOutages(rows.map(withFindings), now < to ? now : to).filter(
    ({ endedAt }) => endedAt === null || endedAt > from,
  )
  return summarize(found)
}

/** An outage goes on through inconclusive checks until another status is confirmed. */
function foldOutages(rows: Change[], end: Date): Outage[] {
  const outages: Outage[] = []
  let open: Outage | null = null
  for (const { change, from, until } of statusSegments(rows)) {
    const { to: status } = change
    if (status === "unknown") {
      // Ends here unless the same status returns.
      if (open !== null) open.endedAt ??= from
      continue
    }
    const seconds = Math.max(0, ((until ?? end).getTime() - from.getTime()) / 1000)
    if (open !== null && open.level === status) {
      open.seconds += seconds
      open.endedAt = until
      continue
    }
    open = null
    if (status === "operational") continue
    const { id, decidedAt, findings, verdictId } = change
    open = {
      id,
      level: status,
      startedAt: from,
      decidedAt,
      endedAt: until,
      seconds,
      findings,
      verdictId,
    }
    outages.push(open)
  }
  return outages
}

function summarize(outages: Outage[]): Outages {
  const offline = outages.filter(({ level }) => level === "offline")
  const ended = offline.filter(({ endedAt }) => endedAt !== null)
  const sum = (some: Outage[]) => some.reduce((all, { seconds }) => all + seconds, 0)
  return {
    outages: outages.toReversed().slice(0, mostOutages),
    count: outages.length,
    offlineCount: offline.length,
    offlineSeconds: sum(offline),
    meanRecoverySeconds: ended.length === 0 ? null : sum(ended) / ended.length,
    longestSeconds:
      offline.length === 0 ? null : Math.max(...offline.map(({ seconds }) => seconds)),
  }
}
