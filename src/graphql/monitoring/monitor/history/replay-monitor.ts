import { z } from "zod"
import type { Context } from "../../../kernel/context.ts"
import { DomainError, invalid } from "../../../kernel/errors.ts"
import { parse, wholeNumber } from "../../../kernel/input.ts"
import { readDetail } from "../../check/rules/check-detail.ts"
import { findMonitor } from "../find-monitor.ts"
import {
  createWalk,
  type ReplayCheck,
  type ReplayPolicy,
  type ReplayResult,
} from "./replay-walk.ts"
import { isUnwatched, readSpans } from "./monitor-spans.ts"

const dayMs = 86_400_000
const weekMs = 7 * dayMs
const mostDays = 400
const mostChecks = 1_000_000
const portion = 2000
/** Well below the request timeout. */
const deadlineMs = 20_000
/** Each replay uses one pooled connection and much CPU time. */
const mostAtOnce = 2

const threshold = wholeNumber(1, 100)
const input = z.object({
  from: z.date(),
  to: z.date(),
  policy: z.object({
    failureThreshold: threshold,
    recoveryThreshold: threshold,
    includeSilences: z.boolean().nullish(),
  }),
})
export type ReplayInput = z.input<typeof input>

export type Replay = {
  /** With the requested policy, and with the monitor's current one. */
  asked: ReplayResult
  own: ReplayResult
  checks: number
  /** How far the replay got, and whether it is complete. */
  replayedUntil: Date
  isComplete: boolean
}

const running = { count: 0 }

/**
 * What would have been declared with other thresholds: runs the live state machine over stored checks from `from`
 * (inclusive) to `to` (exclusive), starting from an empty state. Writes nothing.
 * @throws {DomainError} validation_failed, not_found; unavailable while two other replays run.
 */
export async function replayMonitor(
  ctx: Context,
  monitorId: string,
  given: ReplayInput,
  limits = { mostChecks, deadlineMs },
): Promise<Replay> {
  const monitor = await findMonitor(ctx, monitorId, "monitors:read")
  const { from, to, policy } = parse(input, given)
  if (to <= from) throw invalid("#/to", "must be later than from")
  if (to.getTime() - from.getTime() > mostDays * dayMs) {
    throw invalid("#/to", `must be at most ${mostDays} days after from`)
  }
  if (running.count >= mostAtOnce) {
    throw new DomainError("unavailable", "Two replays are running; try again in a few seconds.")
  }
  running.count += 1
  try {
    const known = await readSpans(ctx, monitor, from, to)
    const isSilent = policy.includeSilences ?? true
    const spans = isSilent ? known : known.filter(isUnwatched)
    const { flapWindowMinutes } = monitor
    const asked = createWalk(only(policy), spans, flapWindowMinutes)
    const own = createWalk(only(monitor), spans, flapWindowMinutes)
    const until = ctx.clock.monotonicMs() + limits.deadlineMs
    let checks = 0
    let at = from
    for await (const batch of readChecks(ctx, monitor.seq, from, to)) {
      for (const check of batch.slice(0, limits.mostChecks - checks)) {
        asked.see(check)
        own.see(check)
        at = check.startedAt
        checks += 1
      }
      const isLate = ctx.clock.monotonicMs() > until
      if (checks >= limits.mostChecks || isLate) {
        return {
          asked: asked.result(at),
          own: own.result(at),
          checks,
          replayedUntil: at,
          isComplete: false,
        }
      }
    }
    const end = to < ctx.clock.now() ? to : ctx.clock.now()
    return {
      asked: asked.result(end),
      own: own.result(end),
      checks,
      replayedUntil: end,
      isComplete: true,
    }
  } finally {
    running.count -= 1
  }
}

const only = ({ failureThreshold, recoveryThreshold }: ReplayPolicy) => ({
  failureThreshold,
  recoveryThreshold,
})

/** In order of time, by keyset and week by week, so that each query touches few partitions. */
async function* readChecks(
  { database: { pool } }: Context,
  seq: number,
  from: Date,
  to: Date,
): AsyncGenerator<ReplayCheck[]> {
  let after = from.getTime() - 1
  for (let week = from.getTime() + weekMs; ;) {
    const end = Math.min(week, to.getTime())
    const { rows } = await pool.query<Omit<ReplayCheck, "inRow"> & { detail: unknown }>({
      name: "replay-checks",
      text: `select started_at as "startedAt", status, duration_ms as "durationMs",
                    case when detail ? 'inRow' then detail end as detail from check_result
              where monitor_seq = $1 and started_at > $2 and started_at < $3
              order by started_at limit ${portion}`,
      values: [seq, new Date(after).toISOString(), new Date(end).toISOString()],
    })
    if (rows.length > 0) {
      yield rows.map(({ detail, ...row }) => ({ ...row, inRow: readDetail(detail).inRow }))
    }
    const last = rows.at(-1)
    if (last !== undefined && rows.length === portion) {
      after = last.startedAt.getTime()
    } else if (end === to.getTime()) {
      return
    } else {
      after = end - 1
      week += weekMs
    }
  }
}
