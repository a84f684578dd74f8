import { followLogs, type LogBatch } from "../../telemetry/query/logs/follow-logs.ts"
import type { Context } from "../kernel/context.ts"
import { DomainError } from "../kernel/errors.ts"
import { authorizeWatchers } from "../live/authorize-watchers.ts"
import { createInbox, leavable } from "../live/inbox.ts"
import { readTelemetry } from "./telemetry-store.ts"

const everyMs = 1000
const longestMs = 30 * 60_000
/** Each one is a query a second. */
const mostOfProject = 5

const openTails = new WeakMap<Context["env"], Map<string, number>>()

/**
 * Streams log records as they arrive, in batches of at most 200; the first batch is empty and says that the stream is
 * open. Ends after half an hour.
 *
 * @throws {DomainError} rate_limited for too many at once; validation_failed for the query.
 */
export async function tailLogs(
  ctx: Context,
  { projectId, query }: { projectId: string; query: string },
): Promise<AsyncIterableIterator<LogBatch>> {
  const required = { projectId, permission: "telemetry:read", noun: "project" } as const
  await ctx.access.require(projectId, required.permission, required.noun)
  const look = await readTelemetry(ctx, (store) =>
    Promise.resolve(followLogs(store, { projectId, query, since: ctx.clock.now() })),
  )
  const counts = openTails.get(ctx.env) ?? new Map<string, number>()
  openTails.set(ctx.env, counts)
  const inbox = createInbox(1, "look")

  async function authorize(): Promise<void> {
    let refusal: unknown = null
    await authorizeWatchers([{ ctx }], required, (_entries, error) => {
      refusal = error
    })
    if (refusal !== null) throw refusal
  }

  async function* run(): AsyncGenerator<LogBatch> {
    const open = counts.get(projectId) ?? 0
    if (open >= mostOfProject) {
      throw new DomainError(
        "rate_limited",
        `At most ${mostOfProject} live tails of a project can be open. Close another one.`,
      )
    }
    counts.set(projectId, open + 1)
    const timer = setInterval(() => inbox.push("look"), everyMs).unref()
    const endMs = ctx.clock.monotonicMs() + longestMs
    try {
      yield { records: [], more: 0 }
      while ((await inbox.next(1)) !== null && ctx.clock.monotonicMs() < endMs) {
        await authorize()
        const batch = await readTelemetry(ctx, () => look())
        if (batch.records.length > 0 || batch.more > 0) yield batch
      }
    } finally {
      clearInterval(timer)
      counts.set(projectId, (counts.get(projectId) ?? 1) - 1)
    }
  }

  return leavable(run(), inbox)
}
