import { RequestCache } from "@pothos/plugin-scope-auth"
import type { Payload, Topic } from "../topics.ts"
import type { Actor, Permission } from "./access.ts"
import type { Context } from "./context.ts"
import { DomainError } from "./errors.ts"
import { shareResultOf } from "./execute-event.ts"
import { createInbox, leavable } from "./inbox.ts"
import { createShare, tickOf } from "./share.ts"

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

/** What was heard: its nudge is the same object for every stream in this process. */
type Item<P> = { nudge: object; payload: P | null } | "gap"

const rights = createShare<string>()
const events = createShare<Watched<unknown> | null>()

const credentialOf = (actor: Actor): string => {
  if (actor.kind === "user") return `session ${actor.sessionId}`
  return actor.kind === "key" ? `key ${actor.keyId}` : actor.kind
}

/**
 * A state and then its changes with nothing between: it listens first and reads afterwards. The right to
 * listen is asked for again before every event, or the few that came together, and every three seconds, so a
 * stream ends with its key, session or membership. Streams with the same document whose readers may see the same
 * share what they are told.
 *
 * @throws {DomainError} what `access.require` throws; `unauthorized` when the credential has ended.
 */
export function watch<T extends Topic, Row>(
  ctx: Context,
  source: Source<T, Row>,
): AsyncIterableIterator<Watched<Row>> {
  const { projectId, permission, noun } = source
  const inbox = createInbox<Item<Payload<T>>>(inboxSize, "gap")

  async function ask(): Promise<string> {
    if (!(await ctx.access.isCredentialGood())) {
      throw new DomainError("unauthorized", "The session or key that opened this stream has ended.")
    }
    await ctx.access.require(projectId, permission, noun)
    return `${ctx.actor.kind} ${(await ctx.access.permissions(projectId)).join(" ")}`
  }

  /** What the reader may see; asked once for all streams of a session or key that heard the same. */
  function stillAllowed(item: Item<Payload<T>> | undefined): Promise<string> {
    ctx.access.forget()
    RequestCache.clearForContext(ctx)
    if (item === undefined || item === "gap") return ask()
    return rights(item.nudge, [credentialOf(ctx.actor), projectId, permission, noun].join(" "), ask)
  }

  async function tell(payload: Payload<T>): Promise<Watched<Row> | null> {
    const row = await source.read(payload)
    if (row === null) return null
    const event: Watched<Row> = { row, isSnapshot: false }
    return ctx.shareKey === undefined ? event : shareResultOf(event)
  }

  function tellOnce(payload: Payload<T>, audience: string): Promise<Watched<Row> | null> {
    if (ctx.shareKey === undefined) return tell(payload)
    const key = `${ctx.shareKey} ${audience}`
    // Streams with the same document have the same source, and so rows of the same kind.
    return events(payload, key, () => tell(payload)) as Promise<Watched<Row> | null>
  }

  async function* run(): AsyncGenerator<Watched<Row>> {
    const stops = [
      ctx.bus.subscribe(source.topic, (payload) => {
        if (source.matches(payload)) inbox.push({ nudge: payload, payload })
      }),
      ctx.bus.onGap(() => inbox.push("gap")),
      ctx.bus.subscribe("access.changed", (nudge) => inbox.push({ nudge, payload: null })),
    ]
    const timer = setInterval(
      () => inbox.push({ nudge: tickOf(), payload: null }),
      recheckMs,
    ).unref()
    try {
      await ctx.access.require(projectId, permission, noun)
      for (const row of await source.snapshot()) yield { row, isSnapshot: true }
      for (;;) {
        const items = await inbox.next(atOnce)
        if (items === null) return
        const audience = await stillAllowed(items.at(-1))
        const told = await Promise.all(
          items.map(async (item) =>
            item === "gap" || item.payload === null ? null : tellOnce(item.payload, audience),
          ),
        )
        for (const [at, event] of told.entries()) {
          if (event !== null) yield event
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
