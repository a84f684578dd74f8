import { expect, test } from "vitest"
import { saying } from "../support/findings.ts"
import { probeTcp } from "../../src/probe/kinds/tcp.ts"
import { closedPort, listen, listenDeaf, listenDns } from "../support/listeners.ts"
import { makeTools, noDeadline, tcpTarget } from "../support/prober.ts"

const anyMs = expect.any(Number) as number

test("connecting is enough, and nothing is sent", async () => {
  const received: Buffer[] = []
  const target = await listen((socket) => socket.on("data", (chunk) => received.push(chunk)))
  expect(await probeTcp(tcpTarget(target.port), makeTools(), noDeadline())).toEqual({
    failure: null,
    warnings: [],
    phases: { dnsMs: null, connectMs: anyMs, tlsMs: null, firstByteMs: null, transferMs: null },
    httpStatus: null,
    address: "127.0.0.1",
    certificate: null,
    assertions: [],
    evidence: null,
    traceId: null,
  })
  await target.idle()
  expect(received).toEqual([])
})

test("a server that resets at once is reached, or reset if the reset came first", async () => {
  const target = await listen((socket) => socket.resetAndDestroy())
  const { failure } = await probeTcp(tcpTarget(target.port), makeTools(), noDeadline())
  expect([undefined, "reset"]).toContain(failure?.class)
})

test("a closed port", async () => {
  const port = await closedPort()
  const seen = await probeTcp(tcpTarget(port), makeTools(), noDeadline())
  expect(seen).toMatchObject({
    failure: { class: "connect_refused", level: "offline" },
    address: null,
    phases: { connectMs: anyMs },
  })
})

test("a name that does not exist", async () => {
  const { server } = await listenDns(() => ({ rcode: "NXDOMAIN" }))
  const target = tcpTarget(80, { host: "gone.example" })
  const { failure, phases } = await probeTcp(target, makeTools({ servers: [server] }), noDeadline())
  expect(failure).toEqual({
    class: "dns_missing",
    findings: saying("The name gone.example does not exist (NXDOMAIN)."),
    level: "offline",
  })
  expect(phases).toEqual({
    dnsMs: anyMs,
    connectMs: null,
    tlsMs: null,
    firstByteMs: null,
    transferMs: null,
  })
})

test("a firewall that drops packets: the deadline ends it", async () => {
  const port = await closedPort()
  await listenDeaf("127.0.0.1", port)
  const deadline = new AbortController()
  const probing = probeTcp(tcpTarget(port), makeTools(), deadline.signal)
  let abortedAt = 0
  setTimeout(() => {
    abortedAt = performance.now()
    deadline.abort()
  }, 50)
  const { failure } = await probing
  // TCP itself gives up after two minutes.
  expect(performance.now() - abortedAt).toBeLessThan(60_000)
  expect(failure?.class).toBe("connect_timeout")
})

test("a forbidden address is never connected to", async () => {
  const target = await listen(() => undefined)
  const { failure } = await probeTcp(
    tcpTarget(target.port),
    makeTools({ ranges: [] }),
    noDeadline(),
  )
  expect(failure?.class).toBe("forbidden_address")
  expect(target.count()).toBe(0)
})

test("assertions on the response time", async () => {
  const target = await listen(() => undefined)
  const tools = makeTools()
  const slow = { now: () => new Date(), monotonicMs: stepping(700) }
  const { failure, assertions } = await probeTcp(
    tcpTarget(target.port, {
      assertions: [{ kind: "response_time", maxMs: 500, level: "degraded" }],
    }),
    { ...tools, clock: slow },
    noDeadline(),
  )
  expect(assertions).toEqual([
    {
      name: "response_time",
      passed: false,
      expected: saying("a response within 500 ms"),
      seen: saying("700 ms"),
    },
  ])
  expect(failure).toEqual({
    class: "assertion",
    findings: saying("Got 700 ms, expected a response within 500 ms."),
    level: "degraded",
    overMs: 200,
  })
})

/** A monotonic clock that advances by this much on each read. */
function stepping(ms: number): () => number {
  let at = 0
  return () => (at += ms)
}
