import type { ServerResponse } from "node:http"
import type { FormattedExecutionResult } from "graphql"
import { isStream } from "../graphql/execution/execute.ts"
import type { ResultStream } from "../graphql/live/stream.ts"
import { networkOf } from "../platform/peer.ts"
import { Refusal } from "../http/refusal.ts"
import { comment, complete, eventHeaders, eventOf, writerOf } from "./events.ts"
import { createConcurrencyLimit } from "./concurrency-limit.ts"

/** One execution whose results go to every viewer of the same stream. */
export type Broadcast = {
  /**
   * @param heads extra response headers, as name, value, name, value.
   * @returns false if the stream or address has too many viewers.
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
/** How often viewers that could not take the last event are checked. */
const lateMs = 1000
/** How long a viewer may read nothing before its connection is closed. */
const stallMs = 30_000
/** Follow-up requests per second that an event may cause; leaves capacity for other requests. */
const askersPerSecond = 4000
const askersAtOnce = 500

/**
 * Streams of anonymous viewers: each document with its variables is executed once and the same bytes go to all.
 * Only for subscriptions whose events carry the whole state: a new viewer gets the last event, and a slow one
 * skips to it.
 */
export function createBroadcasts(keepAliveMs: number) {
  const known = new Map<string, Broadcast>()
  const starting = new Map<string, Promise<Started>>()
  const perAddress = createConcurrencyLimit(viewersPerAddress)
  let viewersNow = 0

  function start(key: string, stream: ResultStream): Broadcast {
    const viewers = new Set<ServerResponse>()
    /** Since when each viewer has not taken the last event. */
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
        // A viewer that already disconnected would never release its place.
        const release = res.destroyed ? null : authorize(peer)
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
    stream.start({
      take(result) {
        tell(result)
        return true
      },
      done: () => undefined,
    })
    return broadcast
  }

  /** @returns the function that releases the place, or null if there are too many viewers. */
  function authorize(peer: string): (() => void) | null {
    const release = viewersNow < viewersAtMost ? perAddress.acquire(networkOf(peer)) : null
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
    /** The broadcast of that key, or the result if the execution did not stream. */
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
  new Refusal(
    "rate_limited",
    "Too many streams are open. Poll the page instead, or try again later.",
    {
      "retry-after": "30",
    },
  )

/** Spreads follow-up requests: thousands of viewers must not all send one at the same moment. */
function spread(result: Result, viewers: number): Result {
  if (viewers <= askersAtOnce) return result
  const spreadMs = Math.round((viewers * 1000) / askersPerSecond)
  return { ...result, extensions: { ...result.extensions, spreadMs } }
}
