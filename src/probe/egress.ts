import { connect } from "node:net"
import { setTimeout as wait } from "node:timers/promises"
import type { Clock } from "../clock.ts"
import type { EgressSample } from "../graphql/check/result.ts"
import type { Family } from "./family.ts"

/** Whether our own line is alive, and what each anchor said. */
export type EgressVerdict = { alive: boolean; samples: EgressSample[] }

export type EgressOptions = {
  /** "host:port" or "[v6]:port": the operator's own choice, so no guard stands before them. */
  anchors: string[]
  /** Asks only anchors of this family, where their addresses tell one. */
  family?: Family
  timeoutMs?: number
  signal?: AbortSignal
  clock?: Pick<Clock, "monotonicMs">
}

export type Egress = {
  /**
   * Failures that ask within the same tenth of a second share one look, which begins after them all.
   * With a family it asks that family's anchors alone; null asks them all.
   */
  check(family: Family | null): Promise<EgressVerdict>
}

const defaultTimeoutMs = 3000
/** Once one anchor has answered, the others are waited for no longer than this. */
const othersMs = 250
/** When the line dies, a thousand monitors fail within a moment: one look answers them all. */
const gatherMs = 100

/**
 * Connects to all anchors at once; one that accepts is enough. A refusal proves nothing: a firewall
 * of our own may have sent it. Never rejects; an anchor that cannot be read was not reached.
 */
export async function checkEgress(options: EgressOptions): Promise<EgressVerdict> {
  const {
    anchors,
    family,
    timeoutMs = defaultTimeoutMs,
    signal,
    clock = performanceClock,
  } = options
  const asked = anchors.filter((anchor) => family === undefined || mayBe(anchor, family))
  const end = new AbortController()
  const stop = () => end.abort()
  const timer = setTimeout(stop, timeoutMs)
  let hurry: NodeJS.Timeout | undefined
  signal?.addEventListener("abort", stop, { once: true })
  if (signal?.aborted) stop()
  try {
    const samples = await Promise.all(
      asked.map(async (anchor): Promise<EgressSample> => {
        const from = clock.monotonicMs()
        const reachable = await reach(anchor, family, end.signal)
        if (reachable) hurry ??= setTimeout(stop, othersMs)
        return { anchor, reachable, durationMs: clock.monotonicMs() - from }
      }),
    )
    return { alive: samples.some(({ reachable }) => reachable), samples }
  } finally {
    clearTimeout(timer)
    clearTimeout(hurry)
    signal?.removeEventListener("abort", stop)
  }
}

/**
 * One look for all failures of the same moment, and never an older one: a look that began before a
 * failure says nothing about the line at that failure, so whoever asks later gets the next.
 */
export function createEgress(options: {
  anchors: string[]
  clock: Clock
  timeoutMs?: number
}): Egress {
  const gathering = new Map<Family | null, Promise<EgressVerdict>>()
  return {
    check(family) {
      const shared = gathering.get(family)
      if (shared !== undefined) return shared
      const asked = wait(gatherMs).then(() => {
        gathering.delete(family)
        return checkEgress(family === null ? options : { ...options, family })
      })
      gathering.set(family, asked)
      return asked
    },
  }
}

const performanceClock = { monotonicMs: () => performance.now() }

function reach(anchor: string, family: Family | undefined, signal: AbortSignal): Promise<boolean> {
  const endpoint = parseAnchor(anchor)
  if (endpoint === null || signal.aborted) return Promise.resolve(false)
  return new Promise((resolve) => {
    const socket = connect({ ...endpoint, noDelay: true, ...(family && { family }) })
    const settle = (reachable: boolean) => {
      signal.removeEventListener("abort", giveUp)
      socket.destroy()
      resolve(reachable)
    }
    const giveUp = () => settle(false)
    signal.addEventListener("abort", giveUp, { once: true })
    socket.once("connect", () => settle(true))
    // Stays attached: a socket that is being destroyed may still report a fault.
    socket.on("error", () => settle(false))
  })
}

function parseAnchor(anchor: string): { host: string; port: number } | null {
  const [, six, other, port] = /^(?:\[([0-9a-f:.]+)\]|([^:\s]+)):(\d{1,5})$/i.exec(anchor) ?? []
  const host = six ?? other
  const number = Number(port)
  return host === undefined || number < 1 || number > 65_535 ? null : { host, port: number }
}

/** A name may have addresses of either family. */
function mayBe(anchor: string, family: Family): boolean {
  const isSix = anchor.startsWith("[")
  const isFour = /^[\d.]+:/.test(anchor)
  return family === 4 ? !isSix : !isFour
}
