import { setTimeout as sleep } from "node:timers/promises"
import { z } from "zod"
import { MonitorKind } from "../../../../prisma/generated/enums.ts"
import { createMonitorGuard } from "../../../platform/guard.ts"
import { newId } from "../../../platform/id.ts"
import { createSharedRateLimiter } from "../../../platform/rate-limit/shared-rate-limiter.ts"
import type { Context } from "../../kernel/context.ts"
import { DomainError, invalid } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { readDraft, type MonitorInput } from "../monitor/write/monitor-draft.ts"
import { requireTelemetry } from "../monitor/write/require-telemetry.ts"
import { requireReachable } from "../monitor/write/reachable.ts"
import { isProbed, probedKinds } from "../monitor/rules/monitor-kinds.ts"
import type { TestResult } from "./rules/test-result.ts"
import { deleteTest, enqueueTest, readTest, type TestInput } from "./test-queue.ts"
import { counted } from "../../../platform/counted.ts"

const input = z.object({ projectId: id, kind: z.enum(MonitorKind) })

/** For each project, in all processes together. */
const limit = { points: 30, windowMs: 60_000 }
/** A prober repeats an attempt during which it was stalled. */
const mostAttempts = 3
const patienceMs = 10_000
/** A notification of the bus may be lost. */
const pollMs = 300

type Given = { projectId: string; kind: MonitorKind } & MonitorInput

/**
 * Lets a prober check a monitor once that is not saved; nothing of it is stored.
 * @throws {DomainError} validation_failed as for a new monitor; rate_limited; unavailable without a prober.
 */
export async function testMonitor(ctx: Context, given: Given): Promise<TestResult> {
  const { projectId: project, kind: asked, ...rest } = given
  const { projectId, kind } = parse(input, { projectId: project, kind: asked })
  // Nothing of the project is read.
  await ctx.access.require(projectId, "monitors:write", "project", "within")
  if (!isProbed(kind)) {
    const others = probedKinds.join(", ")
    throw invalid("#/kind", `must be one of ${others} to be tested: a ${kind} waits for pings`)
  }
  const fields = targetFields(rest)
  const { values } = readDraft(kind, fields, true)
  await requireTelemetry(ctx, projectId, values)
  requireReachable(values, createMonitorGuard(ctx.env))
  const waitMs = await createSharedRateLimiter(ctx, "monitor test", limit).consume(projectId)
  if (waitMs > 0) {
    const text = `At most ${limit.points} tests a minute. Try again in ${counted(Math.ceil(waitMs / 1000), "second")}.`
    throw new DomainError("rate_limited", text)
  }
  await requireProber(ctx)
  const patience = patienceMs + mostAttempts * 1000 * (values.timeoutSeconds ?? 10)
  return ask(ctx, newId(), { projectId, kind, fields }, patience)
}

/** A test needs no name yet, and does not depend on anything else of the project. */
const targetFields = (given: MonitorInput) => ({
  ...given,
  name: "test",
  parentId: null,
  labels: null,
  labelIds: null,
})

async function ask(
  ctx: Context,
  testId: string,
  test: TestInput,
  patience: number,
): Promise<TestResult> {
  const deadlineMs = ctx.clock.monotonicMs() + patience
  let wake = Promise.withResolvers<void>()
  const unsubscribe = ctx.bus.subscribe("monitor_test.answered", (message) => {
    if (message.testId === testId) wake.resolve()
  })
  try {
    await enqueueTest(ctx, testId, test)
    await ctx.bus.publish([{ topic: "monitor_test.requested", payload: { testId } }])
    while (ctx.clock.monotonicMs() < deadlineMs) {
      await Promise.race([wake.promise, sleep(pollMs)])
      wake = Promise.withResolvers<void>()
      const result = await readTest(ctx, testId)
      if (result !== null) return result
    }
    throw new DomainError("unavailable", "No prober answered in time. Try again in a minute.")
  } finally {
    unsubscribe()
    await deleteTest(ctx, testId)
  }
}

async function requireProber({ database: { pool } }: Context): Promise<void> {
  const { rows } = await pool.query(
    "select 1 from prober where seen_at > now() - interval '15 seconds' limit 1",
  )
  if (rows.length > 0) return
  const text = "No prober is running, so nothing can be tested. Start the role `probe`."
  throw new DomainError("unavailable", text)
}
