import type { Socket } from "node:net"
import { expect, test } from "vitest"
import { say } from "../../../src/findings/say.ts"
import { said } from "../../support/findings.ts"
import type {
  CheckResult,
  FailureClass,
} from "../../../src/graphql/monitoring/check/rules/check-result.ts"
import type { Target } from "../../../src/graphql/monitoring/monitor/rules/monitor-target.ts"
import { createChecker, ownNetworkOf } from "../../../src/probe/check-target.ts"
import { alwaysProved } from "../../../src/probe/kinds/heartbeat.ts"
import { ownPulse } from "../../../src/probe/pulse.ts"
import { answerAsAnchor } from "../../support/anchor.ts"
import { answerWith, closedPort, listen } from "../../support/listeners.ts"
import { httpTarget } from "../../support/prober.ts"
import { testEnv, useWorld, type World } from "../../support/world.ts"

/** The expected result: status, failure class (null if operational) and number of attempts. */
export type Verdict = [
  status: "operational" | "degraded" | "offline" | "unknown",
  failureClass: FailureClass | null,
  attempts: 1 | 2 | 3,
]

/** A real fault and the verdict that a careful person would give. */
export type Fault = {
  fault: string
  verdict: Verdict
  /** Part of the reason. */
  says?: RegExp
  /** Part of a warning; if absent, there must be none. */
  warns?: RegExp
  /** Creates the fault and returns its target. */
  at: () => Promise<Place> | Place
  /** Whether an egress anchor responds; default: yes. */
  line?: "alive" | "dead"
  /** Whether our own name servers respond; default: yes. */
  names?: "dead"
  /** Timeout in seconds for faults that last until the end; default: 5. */
  timeoutSeconds?: number
}
type Place = { target: Target; resolvers?: string[] }

/**
 * Extra time beside the attempts. A quiet machine needs 4.3 s: one to sample our own network before and after them, and
 * the wait for it to settle.
 */
const lateMs = 6000
/** A busy prober makes an attempt up to three times, and gives the target as much time again. */
const mostRuns = 6
/** Memory limit for decompression bombs, gigabytes and endless heads. */
const mostBytes = 128 * 1_048_576

/** Each fault is a test, checked with the real prober, judge, resolver and egress check. */
export function examine(faults: Fault[]): void {
  const world = useWorld()
  test.each(faults)("$fault", async (fault) => {
    const { result, elapsedMs, isBusy, grownBytes } = await recheckAt(world, fault)
    const { status, failureClass, attempts, warnings, egress } = result
    const words = `${said(result) ?? "well"} ${JSON.stringify(result.firstAttempt)}`
    expect({ verdict: [status, failureClass, attempts], words }).toEqual({
      verdict: fault.verdict,
      words,
    })
    expect(said(result) ?? "").toMatch(fault.says ?? /^/)
    expect(warnings.filter((one) => fault.warns?.test(say([one])) !== true)).toEqual([])
    expect(warnings.length > 0).toBe(fault.warns !== undefined)
    const isGated = failureClass !== null && gated.has(failureClass)
    expect(egress?.map(({ reachable }) => reachable)).toEqual(
      isGated ? [fault.line !== "dead" && fault.names !== "dead"] : undefined,
    )
    const deadlineMs = (fault.timeoutSeconds ?? 5) * 1000 * (isBusy ? mostRuns : 1)
    const mostMs = attempts * deadlineMs + lateMs
    expect(elapsedMs).toBeLessThan(mostMs)
    expect(grownBytes).toBeLessThan(mostBytes)
  })
}

/** The failure classes that our own network can cause. */
const gated = new Set<FailureClass>([
  "dns_temporary",
  "dns_missing",
  "no_route",
  "connect_refused",
  "connect_timeout",
  "tls",
  "reset",
  "timeout",
])

/** One check of a fault, with its cost. */
async function recheckAt({ services }: World, fault: Fault) {
  const { at, line = "alive", timeoutSeconds = 5 } = fault
  const { target, resolvers = ["127.0.0.1:9"] } = await at()
  const { port } = line === "alive" ? await listen(answerAsAnchor) : { port: await closedPort() }
  const env = { ...testEnv, RESOLVERS: resolvers, EGRESS_ANCHORS: [`127.0.0.1:${port}`] }
  const look = createChecker(
    { ...services, env },
    // The rotation in which the first address of a name comes first.
    alwaysProved(() => new Date(0)),
    // Without interfaces no target is near: loopback stands for the internet.
    ownNetworkOf({ ...services, env }, () => ({})),
  )
  const before = process.memoryUsage.rss()
  let most = before
  const weighing = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20)
  const from = performance.now()
  const { now, delaySince } = ownPulse()
  const beganAt = now()
  try {
    const result: CheckResult | null = await look({ ...target, timeoutSeconds })
    if (result === null) throw new Error("nothing was judged")
    const elapsedMs = performance.now() - from
    return { result, elapsedMs, isBusy: delaySince(beganAt) > 50, grownBytes: most - before }
  } finally {
    clearInterval(weighing)
  }
}

export const ok = "HTTP/1.1 200 OK\r\n"
export const whole = `${ok}Content-Length: 2\r\n\r\nok`

/** A web server that calls `answer` for each connection once the request is read; counted from 0. */
export async function web(answer: (socket: Socket, index: number) => void): Promise<Place> {
  let index = 0
  const { port } = await answerWith((socket) => answer(socket, index++))
  return { target: httpTarget(`http://127.0.0.1:${port}/`) }
}

/** Sends and leaves the connection open: only the text can end the check. */
export const send = (text: string) => (socket: Socket) => void socket.write(text, "latin1")
export const finish = (text: string) => (socket: Socket) => void socket.end(text, "latin1")
export const sendThenReset = (text: string) => (socket: Socket) =>
  void socket.write(text, "latin1", () => setTimeout(() => socket.resetAndDestroy(), 20))

/** Sends the text one character at a time, endlessly. */
export const drip = (text: string) => (socket: Socket) => {
  let at = 0
  const timer = setInterval(() => socket.write(text[at++] ?? "x"), 20)
  socket.once("close", () => clearInterval(timer))
}

/** Sends the same text as fast as it is read, up to `most` bytes. */
export const flood =
  (head: string, block: string, most = Infinity) =>
  (socket: Socket) => {
    const bytes = Buffer.from(block.repeat(Math.ceil(65_536 / block.length)), "latin1")
    let sent = 0
    socket.write(head, "latin1")
    const more = () => {
      while (!socket.destroyed && sent < most) {
        sent += bytes.length
        if (!socket.write(bytes)) return
      }
    }
    socket.on("drain", more)
    more()
  }
