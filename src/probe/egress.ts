import { connect } from "node:net"
import type { Clock } from "../platform/clock.ts"
import type { EgressSample } from "../graphql/monitoring/check/rules/check-result.ts"
import { mayBe, parseAnchor } from "./anchor.ts"
import type { Family } from "./family.ts"

/** Whether our own network is up, and what each anchor answered. */
export type EgressVerdict = { alive: boolean; samples: EgressSample[] }

export type EgressOptions = {
  /** As in EGRESS_ANCHORS: the operator's own choice, so the guard does not apply. */
  anchors: string[]
  /** Probe only anchors that may be of this family. */
  family?: Family
  timeoutMs?: number
  signal?: AbortSignal
  clock?: Pick<Clock, "monotonicMs">
}

const defaultTimeoutMs = 3000
/** Once one anchor has answered, how long to wait for the others. */
const othersMs = 250

/**
 * Connect to all anchors at once; one that accepts is enough. A refusal proves nothing: our own firewall may have
 * sent it. Never rejects; an anchor that cannot be parsed counts as not reached.
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

const performanceClock = { monotonicMs: () => performance.now() }

function reach(anchor: string, family: Family | undefined, signal: AbortSignal): Promise<boolean> {
  const endpoint = parseAnchor(anchor)
  if (endpoint === null || signal.aborted) return Promise.resolve(false)
  return new Promise((resolve) => {
    const { host, port } = endpoint
    const socket = connect({ host, port, noDelay: true, ...(family && { family }) })
    const settle = (reachable: boolean) => {
      signal.removeEventListener("abort", giveUp)
      socket.destroy()
      resolve(reachable)
    }
    const giveUp = () => settle(false)
    signal.addEventListener("abort", giveUp, { once: true })
    socket.once("connect", () => settle(true))
    // Stays attached: a socket being destroyed may still emit an error.
    socket.on("error", () => settle(false))
  })
}
