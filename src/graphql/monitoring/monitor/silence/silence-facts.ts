import type { Finding } from "../../../../findings/finding.ts"
import type { Monitor } from "../../../../../prisma/generated/client.ts"
import { readDetail } from "../../check/rules/check-detail.ts"
import { listChecks, type CheckRow } from "../../check/list-checks.ts"
import type { Context } from "../../../kernel/context.ts"
import { invalid } from "../../../kernel/errors.ts"
import { factsOf, readSteps, withoutParent } from "../../verdict/rules/verdict-steps.ts"
import { parseInterval } from "../rules/monitor-interval.ts"
import { readSpans, unnamed } from "../history/monitor-spans.ts"
import {
  silenceReasons,
  type Declared,
  type SilentCheck,
  type SilenceReason,
} from "./silence-reasons.ts"

export type SilenceExplanation = {
  reason: SilenceReason
  findings: Finding[]
  /** Checks around the moment, newest first. */
  checks: CheckRow[]
  /** The open or next declaration; otherwise the last verdict by then. */
  verdictId: string | null
}

/** Covers the largest threshold. */
const mostBefore = 100
const shownBefore = 3
const shownAfter = 2
/** Pauses that ended earlier do not matter: a check has been due since. */
const lookBackMs = 3 * 86_400_000

/**
 * Explain why no alert fired for a monitor at a moment, from its stored history.
 *
 * @throws {DomainError} validation_failed for a moment in the future.
 */
export async function explainSilence(
  ctx: Context,
  monitor: Monitor,
  at: Date,
): Promise<SilenceExplanation> {
  const now = ctx.clock.now()
  if (at > now) throw invalid("#/at", `must not be in the future; it is now ${now.toISOString()}`)
  const [{ rows: before }, after, spoken, last, known, settings] = await Promise.all([
    listChecks(ctx, monitor.seq, { to: new Date(at.getTime() + 1), first: mostBefore }),
    readAfter(ctx, monitor.seq, at),
    readVerdict(ctx, monitor.id, at, ["declared", "reopened", "recovered"]),
    readVerdict(ctx, monitor.id, at, ["declared", "reopened", "recovered", "silenced"]),
    readSpans(ctx, monitor, new Date(at.getTime() - lookBackMs), at),
    readSettings(ctx, monitor, at),
  ])
  const isLimited = (await ctx.access.limit(monitor.projectId)) !== null
  const spans = isLimited ? unnamed(known) : known
  const action = spoken && factsOf(readSteps(spoken.steps)).action
  const declared = action === null || action === "resolve" ? null : spoken
  const later = declared === null ? await readLater(ctx, monitor.id, at) : null
  const answer = silenceReasons({
    ...monitor,
    ...settings,
    at,
    spans,
    before: before.map(silentCheck),
    next: after.at(-1)?.started_at ?? null,
    declared: declared && named(declared),
    later: later && named(later),
    silence: last?.decision === "silenced" ? silenceOf(last.steps, isLimited) : null,
  })
  const verdict = declared ?? later ?? last
  return {
    ...answer,
    checks: [...after, ...before.slice(0, shownBefore)],
    verdictId: verdict?.id ?? null,
  }
}

/** The checks that started next, newest first. */
async function readAfter(ctx: Context, seq: number, at: Date): Promise<CheckRow[]> {
  const { rows } = await ctx.database.pool.query<{ at: Date }>({
    name: "checks-after",
    text: `select started_at as at from check_result where monitor_seq = $1 and started_at > $2
            order by started_at limit ${shownAfter}`,
    values: [seq, at.toISOString()],
  })
  const from = rows[0]?.at
  const end = rows.at(-1)?.at
  if (from === undefined || end === undefined) return []
  const to = new Date(end.getTime() + 1)
  return (await listChecks(ctx, seq, { from, to, first: shownAfter })).rows
}

/** Settings in force at a moment: the old value of the first later change, else the current value. */
async function readSettings({ database }: Context, monitor: Monitor, at: Date) {
  const { rows } = await database.pool.query<{ threshold: number | null; interval: string | null }>(
    {
      name: "settings-after",
      text: `select (changes->'failureThreshold'->>'from')::int as threshold,
                  changes->'interval'->>'from' as interval
             from audit_entry
            where project_id = $1 and subject_id = $2 and at > $3 and action = 'monitor.updated'
              and changes ?| array['failureThreshold', 'interval']
            order by at, id limit 1000`,
      values: [monitor.projectId, monitor.id, at.toISOString()],
    },
  )
  const interval = rows.find((row) => row.interval !== null)?.interval ?? ""
  return {
    failureThreshold:
      rows.find(({ threshold }) => threshold !== null)?.threshold ?? monitor.failureThreshold,
    intervalSeconds: parseInterval(interval) ?? monitor.intervalSeconds,
  }
}

const include = {
  incident: { select: { number: true, startedAt: true } },
  alert: { select: { number: true } },
} as const

type Decisions = ("declared" | "reopened" | "recovered" | "silenced")[]

const readVerdict = ({ database }: Context, monitorId: string, at: Date, decisions: Decisions) =>
  database.prisma.verdict.findFirst({
    where: { monitorId, at: { lte: at }, decision: { in: decisions } },
    orderBy: [{ at: "desc" }, { id: "desc" }],
    include,
  })

type Found = NonNullable<Awaited<ReturnType<typeof readVerdict>>>

/** The next declaration, if its outage had started by then. */
async function readLater(
  { database }: Context,
  monitorId: string,
  at: Date,
): Promise<Found | null> {
  const next = await database.prisma.verdict.findFirst({
    where: { monitorId, at: { gt: at }, decision: { in: ["declared", "reopened"] } },
    orderBy: [{ at: "asc" }, { id: "asc" }],
    include,
  })
  const since = next && factsOf(readSteps(next.steps)).since
  return since && new Date(since) <= at ? next : null
}

const silenceOf = (stored: unknown, isLimited: boolean) =>
  factsOf(isLimited ? withoutParent(readSteps(stored)) : readSteps(stored)).silence

function named({ at, incident, alert }: Found): Declared {
  if (incident !== null) return { noun: "incident", number: incident.number, at }
  return { noun: alert === null ? "outage" : "alert", number: alert?.number ?? null, at }
}

function silentCheck({ detail, ...row }: CheckRow): SilentCheck {
  const { firstAttempt, egress, inRow } = readDetail(detail)
  const { started_at: startedAt, status, failure_class: failureClass, findings } = row
  const isUnconfirmed = status === "operational" && firstAttempt !== null
  return { startedAt, status, failureClass, findings, isUnconfirmed, egress, inRow }
}
