import type { Alert, Incident, Monitor, Verdict } from "../../../../prisma/generated/client.ts"
import type { Context } from "../../kernel/context.ts"
import { listChecks, readCheck, type CheckRow } from "../check/list-checks.ts"
import { shownCheck } from "../check/shown-check.ts"
import { readDetail } from "../check/rules/check-detail.ts"
import { stepsOfCheck } from "../check/rules/write-verdict.ts"
import { factsOf } from "../verdict/rules/verdict-steps.ts"
import { shownSteps } from "../verdict/shown-steps.ts"
import type { CheckFact, VerdictFact } from "./rules/timeline-facts.ts"

type Reader = Pick<Context, "database" | "access">
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
  const own = await readVerdicts(ctx, alert)
  const declared = own.find(({ decision }) => decision === "declared")
  const since = declared ? factsOf(declared.steps).since : null
  const beganAt = alert.incident?.startedAt ?? (since === null ? alert.createdAt : new Date(since))
  const { monitor } = alert
  if (monitor === null) return { verdicts: own, checks: [], rows: [] }
  const until = new Date((declared?.at ?? alert.createdAt).getTime() + 1)
  const [silenced, first, latest] = await Promise.all([
    readSilenced(ctx, monitor, beganAt, until),
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
  const checks = await Promise.all(rows.map((row) => factOf(ctx, alert.projectId, row)))
  return { verdicts: [...silenced, ...own], checks, rows }
}

type Of = { id: string; projectId: string }

async function readVerdicts(ctx: Reader, { id: alertId, projectId }: Of): Promise<VerdictFact[]> {
  const read = (direction: "asc" | "desc") =>
    ctx.database.prisma.verdict.findMany({
      where: { alertId, decision: { in: ["declared", "recovered", "reopened"] } },
      orderBy: [{ at: direction }, { id: direction }],
      take: mostVerdicts,
    })
  const [oldest, newest] = await Promise.all([read("asc"), read("desc")])
  const all = new Map([...oldest, ...newest.toReversed()].map((row) => [row.id, row]))
  return Promise.all([...all.values()].map((row) => factOfVerdict(ctx, projectId, row)))
}

async function readSilenced(
  ctx: Reader,
  { id: monitorId, projectId }: Of,
  from: Date,
  until: Date,
) {
  const rows = await ctx.database.prisma.verdict.findMany({
    where: { monitorId, decision: "silenced", at: { gte: from, lt: until } },
    orderBy: [{ at: "asc" }, { id: "asc" }],
    take: mostSilenced,
  })
  return Promise.all(rows.map((row) => factOfVerdict(ctx, projectId, row)))
}

async function factOfVerdict(
  ctx: Reader,
  projectId: string,
  { id, decision, at, steps }: Verdict,
): Promise<VerdictFact> {
  return { id, decision, at, steps: await shownSteps(ctx, projectId, steps) }
}

async function factOf(ctx: Reader, projectId: string, row: CheckRow): Promise<CheckFact> {
  const { firstAttempt, egress } = readDetail(row.detail)
  const { findings } = await shownCheck(ctx, projectId, row)
  const { started_at: startedAt, status, address, failure_class: failureClass } = row
  const seen = { startedAt, status, address, failureClass, findings, firstAttempt, egress }
  return { startedAt, durationMs: row.duration_ms, steps: stepsOfCheck(seen) }
}
