import { RequestCache } from "@pothos/plugin-scope-auth"
import type { Payload, Topic } from "../topics.ts"
import type { Permission } from "./access.ts"
import type { Context } from "./context.ts"
import { DomainError } from "./errors.ts"
import { createInbox, leavable } from "./inbox.ts"

/** What a stream brings: rows of the opening state first, then one for each change. */
export type Watched<Row> = { row: Row; isSnapshot: boolean }

type Source<T extends Topic, Row> = {
  projectId: string
  permission: Permission
  noun: string
  topic: T
  matches(payload: Payload<T>): boolean
  /** The state to open with, and to bring again after a gap on the bus. */
  snapshot(): Promise<Row[]>
  /** Reads what a nudge told of; null where it is gone again. */
  read(payload: Payload<T>): Promise<Row | null>
}

/** How often a stream that hears nothing asks whether its reader may still listen. */
const recheckMs = 3000
/** Nudges held for a slow reader; beyond it the stream starts over with a snapshot. */
const inboxSize = 1000
/** Events that one question after the right to listen is good for: a thousand at once would ask a thousand times. */
const atOnce = 20

/**
 * A state and then its changes with nothing between: it listens first and reads afterwards. The right to
 * listen is asked for again before every event, or the few that came together, and every three seconds, so a
 * stream ends with its key, session or membership.
 *
 * @throws {DomainError} what `access.require` throws; `unauthorized` when the credential has ended.
 */
export function watch<T extends Topic, Row>(
  ctx: Context,
  source: Source<T, Row>,
): AsyncIterableIterator<Watched<Row>> {
  const { projectId, permission, noun } = source
  const inbox = createInbox<Payload<T> | "gap" | "recheck">(inboxSize, "gap")

  async function stillAllowed(): Promise<void> {
    ctx.access.forget()
    RequestCache.clearForContext(ctx)
    if (!(await ctx.access.isCredentialGood())) {
      throw new DomainError("unauthorized", "The session or key that opened this stream has ended.")
    }
    await ctx.access.require(projectId, permission, noun)
  }

  async function* run(): AsyncGenerator<Watched<Row>> {
    const stops = [
      ctx.bus.subscribe(source.topic, (payload) => {
        if (source.matches(payload)) inbox.push(payload)
      }),
      ctx.bus.onGap(() => inbox.push("gap")),
      ctx.bus.subscribe("access.changed", () => inbox.push("recheck")),
    ]
    const timer = setInterval(() => inbox.push("recheck"), recheckMs).unref()
    try {
      await ctx.access.require(projectId, permission, noun)
      for (const row of await source.snapshot()) yield { row, isSnapshot: true }
      for (;;) {
        const items = await inbox.next(atOnce)
        if (items === null) return
        await stillAllowed()
        const rows = await Promise.all(
          items.map(async (item) =>
            item === "gap" || item === "recheck" ? null : source.read(item),
          ),
        )
        for (const [at, row] of rows.entries()) {
          if (row !== null) yield { row, isSnapshot: false }
          else if (items[at] === "gap") {
            for (const row of await source.snapshot()) yield { row, isSnapshot: true }
          }
        }
      }
    } finally {
      clearInterval(timer)
      for (const stop of stops) stop()
    }
  }

  return leavable(run(), inbox)
}
