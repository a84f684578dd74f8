import type { Socket } from "node:net"
import { expect, test } from "vitest"
import type {
  CheckResult,
  FailureClass,
} from "../../../src/graphql/monitoring/check/rules/check-result.ts"
import type { Target } from "../../../src/graphql/monitoring/monitor/rules/monitor-target.ts"
import { createChecker } from "../../../src/probe/check-target.ts"
import { answerWith, closedPort, listen } from "../../support/listeners.ts"
import { httpTarget } from "../../support/prober.ts"
import type { World } from "../../support/world.ts"
import { testEnv, useWorld } from "../../support/world.ts"

/** What a check must say: its status, the class of failure (null where it is well), and the looks it took. */
export type Verdict = [
  status: "operational" | "degraded" | "offline" | "unknown",
  failureClass: FailureClass | null,
  attempts: 1 | 2 | 3,
]

/** A fault of the world, brought about for real, and the verdict that a careful person would give. */
export type Fault = {
  fault: string
  verdict: Verdict
  /** Part of the reason. */
  says?: RegExp
  /** Part of a warning; none may come where it is absent. */
  warns?: RegExp
  /** Makes the fault, and tells where it can be looked at. */
  at: () => Promise<Place> | Place
  /** Whether an egress anchor answers; alive where absent. */
  line?: "alive" | "dead"
  /** Whether our own name servers answer anything; alive where absent. */
  names?: "dead"
  /** Short for whatever waits until the end of its time; 5 where absent. */
  timeoutSeconds?: number
}
type Place = { target: Target; resolvers?: string[] }

/** What is left open after the deadlines: proofs of our own network, and the wait for it to settle. */
const lateMs = 6000
/** Bombs, gigabytes and endless heads: none may cost more than this. */
const mostBytes = 128 * 1_048_576

/** Each fault is a test of its own, looked at by the real prober, judge, resolver and egress check. */
export function examine(faults: Fault[]): void {
  const world = useWorld()
  test.each(faults)("$fault", async (fault) => {
    const { result, elapsedMs, grownBytes } = await recheckAt(world, fault)
    const { status, failureClass, attempts, reason, warnings, egress } = result
    const words = `${reason ?? "well"} ${JSON.stringify(result.firstAttempt)}`
    expect({ verdict: [status, failureClass, attempts], words }).toEqual({
      verdict: fault.verdict,
      words,
    })
    expect(reason ?? "").toMatch(fault.says ?? /^/)
    expect(warnings.filter((warning) => fault.warns?.test(warning) !== true)).toEqual([])
    expect(warnings.length > 0).toBe(fault.warns !== undefined)
    const isGated = failureClass !== null && gated.has(failureClass)
    expect(egress?.map(({ reachable }) => reachable)).toEqual(
      isGated ? [fault.line !== "dead" && fault.names !== "dead"] : undefined,
    )
    const mostMs = attempts * (fault.timeoutSeconds ?? 5) * 1000 + lateMs
    expect(elapsedMs).toBeLessThan(mostMs)
    expect(grownBytes).toBeLessThan(mostBytes)
  })
}

/** The classes that a dead line of our own can cause, and no others. */
const gated = new Set<FailureClass>([
  "dns_temporary",
  "no_route",
  "connect_timeout",
  "reset",
  "timeout",
])

/** One look at a fault, with what it cost. */
async function recheckAt({ services }: World, fault: Fault) {
  const { at, line = "alive", timeoutSeconds = 5 } = fault
  const { target, resolvers = ["127.0.0.1:9"] } = await at()
  const { port } =
    line === "alive" ? await listen((socket) => socket.end()) : { port: await closedPort() }
  const env = { ...testEnv, RESOLVERS: resolvers, EGRESS_ANCHORS: [`127.0.0.1:${port}`] }
  const returnedAt = new Date()
  const look = createChecker(
    { ...services, env },
    {
      // The turn in which the first address of a name goes first.
      databaseNow: () => new Date(0),
      returnedAt: () => returnedAt,
    },
  )
  const before = process.memoryUsage.rss()
  let most = before
  const weighing = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20)
  const from = performance.now()
  try {
    const result: CheckResult | null = await look({ ...target, timeoutSeconds })
    if (result === null) throw new Error("nothing was judged")
    return { result, elapsedMs: performance.now() - from, grownBytes: most - before }
  } finally {
    clearInterval(weighing)
  }
}

export const ok = "HTTP/1.1 200 OK\r\n"
export const whole = `${ok}Content-Length: 2\r\n\r\nok`

/** A web server that does to each connection what `answer` says, once the request is read; counted from 0. */
export async function web(answer: (socket: Socket, index: number) => void): Promise<Place> {
  let index = 0
  const { port } = await answerWith((socket) => answer(socket, index++))
  return { target: httpTarget(`http://127.0.0.1:${port}/`) }
}

/** Sends and leaves the connection open: nothing but the text can end the look. */
export const send = (text: string) => (socket: Socket) => void socket.write(text, "latin1")
export const finish = (text: string) => (socket: Socket) => void socket.end(text, "latin1")
export const sendThenReset = (text: string) => (socket: Socket) =>
  void socket.write(text, "latin1", () => setTimeout(() => socket.resetAndDestroy(), 20))

/** Sends the text a letter at a time, for ever. */
export const drip = (text: string) => (socket: Socket) => {
  let at = 0
  const timer = setInterval(() => socket.write(text[at++] ?? "x"), 20)
  socket.once("close", () => clearInterval(timer))
}

/** Sends the same again as fast as it is taken; stops where `most` bytes are sent. */
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
