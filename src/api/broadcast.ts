import type { ServerResponse } from "node:http"
import type { FormattedExecutionResult } from "graphql"
import { isStream } from "../graphql/execute.ts"
import type { ResultStream } from "../graphql/stream.ts"
import { networkOf } from "../peer.ts"
import { Refusal } from "../rest/refusal.ts"
import { comment, complete, eventHeaders, eventOf, writerOf } from "./events.ts"
import { createQuota } from "./quota.ts"

/** One execution whose results go to all who asked for the same. */
export type Broadcast = {
  /**
   * @param heads what goes out beside the headers of events, name after value.
   * @returns false where too many watch already.
   */
  join(res: ServerResponse, peer: string, heads?: readonly string[]): boolean
}

type Result = FormattedExecutionResult
type Started = { broadcast: Broadcast } | { result: Result }

const headers = Object.entries(eventHeaders).flat()
const writeComment = writerOf(comment)
const viewersPerAddress = 2000
const viewersAtMost = 50_000
const broadcastsAtMost = 2000
/** How often those are looked at that could not take the last event. */
const lateMs = 1000
/** How long a viewer may take nothing before the connection is cut. */
const stallMs = 30_000
/** Viewers whose requests for what an event tells of are served in a second, with room for others. */
const askersPerSecond = 4000
const askersAtOnce = 500

/**
 * Streams of strangers: executed once for each document with its variables, however many watch, and sent to all
 * as the same bytes. Only for subscriptions each of whose events tells the whole state: who joins gets the last
 * one, and who is slow skips to it.
 */
export function createBroadcasts(keepAliveMs: number) {
  const known = new Map<string, Broadcast>()
  const starting = new Map<string, Promise<Started>>()
  const perAddress = createQuota(viewersPerAddress)
  let viewersNow = 0

  function start(key: string, stream: ResultStream): Broadcast {
    const viewers = new Set<ServerResponse>()
    /** Since when they did not take what was last sent. */
    const late = new Map<ServerResponse, number>()
    let last: Buffer | null = null
    let isOver = false

    function tell(result: Result): void {
      last = eventOf(spread(result, viewers.size))
      const write = writerOf(last)
      for (const res of viewers) {
        if (res.writableLength === 0) write(res)
        else if (!late.has(res)) late.set(res, performance.now())
      }
    }

    function lookAtLate(): void {
      for (const [res, sinceMs] of late) {
        if (res.writableLength === 0) {
          late.delete(res)
          if (last !== null) res.write(last)
        } else if (performance.now() - sinceMs > stallMs) res.destroy()
      }
    }

    function leave(res: ServerResponse): void {
      late.delete(res)
      if (viewers.delete(res) && viewers.size === 0) stream.leave()
    }

    const beat = setInterval(() => {
      for (const res of viewers) if (res.writableLength === 0) writeComment(res)
    }, keepAliveMs)
    const look = setInterval(lookAtLate, lateMs)

    function finish(): void {
      isOver = true
      if (known.get(key) === broadcast) known.delete(key)
      clearInterval(beat)
      clearInterval(look)
      for (const res of viewers) res.end(complete)
    }

    const broadcast: Broadcast = {
      join(res, peer, heads = []) {
        // Who has left already hears nothing, and nobody would give their place back.
        const release = res.destroyed ? null : admit(peer)
        if (release === null) {
          if (viewers.size === 0) stream.leave()
          return res.destroyed
        }
        viewers.add(res)
        res.once("close", () => {
          release()
          leave(res)
        })
        res.writeHead(200, heads.concat(headers))
        res.write(last === null ? comment : Buffer.concat([comment, last]))
        if (isOver) res.end(complete)
        return true
      },
    }
    known.set(key, broadcast)
    void stream.ended.then(finish)
    stream.flow({
      take(result) {
        tell(result)
        return true
      },
      done: () => undefined,
    })
    return broadcast
  }

  /** A release, or null where too many watch. */
  function admit(peer: string): (() => void) | null {
    const release = viewersNow < viewersAtMost ? perAddress.take(networkOf(peer)) : null
    if (release === null) return null
    viewersNow += 1
    return () => {
      viewersNow -= 1
      release()
    }
  }

  async function open(
    key: string,
    execute: () => Promise<Result | ResultStream>,
  ): Promise<Started> {
    if (known.size + starting.size > broadcastsAtMost) throw tooMany()
    const result = await execute()
    return isStream(result) ? { broadcast: start(key, result) } : { result }
  }

  return {
    find: (key: string): Broadcast | undefined => known.get(key),
    /** The broadcast of that key, or what its execution said instead of streaming. */
    async open(key: string, execute: () => Promise<Result | ResultStream>): Promise<Started> {
      const broadcast = known.get(key)
      if (broadcast !== undefined) return { broadcast }
      const shared = starting.get(key) ?? open(key, execute)
      starting.set(key, shared)
      try {
        return await shared
      } finally {
        starting.delete(key)
      }
    },
  }
}

export const tooMany = (): Refusal =>
  new Refusal("rate_limited", "Too many streams are open; ask for the page, or try again later.", {
    "retry-after": "30",
  })

/** Thousands who hear of a change at once shall not all ask for more in the same moment. */
function spread(result: Result, viewers: number): Result {
  if (viewers <= askersAtOnce) return result
  const spreadMs = Math.round((viewers * 1000) / askersPerSecond)
  return { ...result, extensions: { ...result.extensions, spreadMs } }
}
