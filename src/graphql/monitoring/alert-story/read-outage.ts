import type { Alert, Incident, Monitor } from "../../../../prisma/generated/client.ts"
import type { Context } from "../../kernel/context.ts"
import type { CheckRow } from "../check/list-checks.ts"
import { listChecks, readCheck } from "../check/list-checks.ts"
import { readDetail } from "../check/rules/check-detail.ts"
import { readSteps } from "../verdict/rules/verdict-steps.ts"
import type { CheckFact, VerdictFact } from "./rules/story-facts.ts"

type Reader = Pick<Context, "database">
type AlertParts = Alert & { incident: Incident | null; monitor: Monitor | null }

/** Verdicts at each end of a long flap. */
const mostVerdicts = 25
const mostSilenced = 10
const mostFailures = 20

/** The decisions about an alert's outages, with those that raised no alert before; and the first failed checks. */
export async function readOutage(
  ctx: Reader,
  alert: AlertParts,
): Promise<{ verdicts: VerdictFact[]; checks: CheckFact[]; rows: CheckRow[] }> {
  const own = await readVerdicts(ctx, alert.id)
  const declared = own.find(({ decision }) => decision === "declared")
  const since = declared?.steps.find(({ counts }) => counts !== undefined)?.counts?.since ?? null
  const beganAt = alert.incident?.startedAt ?? (since === null ? alert.createdAt : new Date(since))
  const { monitor } = alert
  if (monitor === null) return { verdicts: own, checks: [], rows: [] }
  const until = new Date((declared?.at ?? alert.createdAt).getTime() + 1)
  const [silenced, first, latest] = await Promise.all([
    readSilenced(ctx, monitor.id, beganAt, until),
    readCheck(ctx, monitor.seq, beganAt),
    listChecks(ctx, monitor.seq, {
      first: mostFailures,
      from: beganAt,
      to: until,
      statuses: ["offline", "degraded"],
    }),
  ])
  const failed = latest.rows.toReversed()
  const isFirstMissing = failed[0]?.started_at.getTime() !== first?.started_at.getTime()
  const rows = first !== null && isFirstMissing ? [first, ...failed] : failed
  return { verdicts: [...silenced, ...own], checks: rows.map(factOf), rows }
}

async function readVerdicts(ctx: Reader, alertId: string): Promise<VerdictFact[]> {
  const read = (direction: "asc" | "desc") =>
    ctx.database.prisma.verdict.findMany({
      where: { alertId, decision: { in: ["declared", "recovered", "reopened"] } },
      orderBy: [{ at: direction }, { id: direction }],
      take: mostVerdicts,
    })
  const [oldest, newest] = await Promise.all([read("asc"), read("desc")])
  const all = new Map([...oldest, ...newest.toReversed()].map((row) => [row.id, row]))
  return [...all.values()].map(({ id, decision, at, steps }) => {
    return { id, decision, at, steps: readSteps(steps) }
  })
}

async function readSilenced(ctx: Reader, monitorId: string, from: Date, until: Date) {
  const rows = await ctx.database.prisma.verdict.findMany({
    where: { monitorId, decision: "silenced", at: { gte: from, lt: until } },
    orderBy: [{ at: "asc" }, { id: "asc" }],
    take: mostSilenced,
  })
  return rows.map(({ id, decision, at, steps }) => {
    return { id, decision, at, steps: readSteps(steps) }
  })
}

function factOf(row: CheckRow): CheckFact {
  const { firstAttempt, egress } = readDetail(row.detail)
  return {
    startedAt: row.started_at,
    status: row.status,
    reason: row.reason,
    durationMs: row.duration_ms,
    address: row.address,
    attempts: row.attempts,
    firstAttempt,
    egress,
  }
}
