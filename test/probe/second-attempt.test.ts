import { once } from "node:events"
import { createServer, type Server } from "node:http"
import {
  createServer as createTcp,
  type AddressInfo,
  type Server as TcpServer,
  type Socket,
} from "node:net"
import { afterEach, expect, onTestFinished, test } from "vitest"
import { saying } from "../support/findings.ts"
import type { Target } from "../../src/graphql/monitoring/monitor/rules/monitor-target.ts"
import { createChecker, ownNetworkOf } from "../../src/probe/check-target.ts"
import { alwaysProved } from "../../src/probe/kinds/heartbeat.ts"
import { useWorld } from "../support/world.ts"

const world = useWorld()
const servers: (Server | TcpServer)[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await once(server.close(), "close")
})

async function serve(host: string, port: number, status: () => number) {
  const asked: number[] = []
  const server = createServer((_request, response) => {
    asked.push(status())
    response.writeHead(asked.at(-1) ?? 500).end()
  })
  servers.push(server)
  await once(server.listen(port, host), "listening")
  return { port: (server.address() as AddressInfo).port, asked }
}

const common = {
  monitorId: "0199aaaa-0000-7000-8000-000000000000",
  monitorSeq: 1,
  projectId: "0199aaaa-0000-7000-8000-000000000001",
  name: "Shop",
  intervalSeconds: 60,
  timeoutSeconds: 5,
  checkRequestedAt: null,
}

const targetAt = (port: number, host: string): Target<"http"> => ({
  ...common,
  kind: "http",
  // Names below localhost have both families everywhere (RFC 6761).
  url: `http://${host}:${port}/`,
  method: "GET",
  headers: {},
  body: "",
  maxRedirects: 0,
  assertions: [],
})

async function look(port: number, host = "shop.localhost", more: Partial<Target<"http">> = {}) {
  const now = new Date()
  const check = createChecker(
    world.services,
    alwaysProved(() => now),
  )
  const result = await check({ ...targetAt(port, host), ...more })
  if (result === null) throw new Error("there was nothing to judge")
  const { status, attempts, address, failureClass, firstAttempt, findings } = result
  return { status, attempts, address, failureClass, first: firstAttempt?.address, findings }
}

test("the second attempt uses the other address family of a name", async () => {
  const four = await serve("127.0.0.1", 0, () => 503)
  const six = await serve("::1", four.port, () => 503)
  expect(await look(four.port)).toMatchObject({
    status: "offline",
    attempts: 2,
    failureClass: "http_status",
    first: "127.0.0.1",
    address: "::1",
  })
  expect([four.asked.length, six.asked.length]).toEqual([1, 1])
})

test("a name that works over one family only is degraded, once a third attempt agrees", async () => {
  const four = await serve("127.0.0.1", 0, () => 503)
  await serve("::1", four.port, () => 200)
  expect(await look(four.port)).toMatchObject({
    status: "degraded",
    attempts: 3,
    failureClass: "http_status",
    findings: saying(/^Works over IPv6 \(::1\) but not over IPv4: .*503/),
  })
})

test("a transient failure over one family is no failure", async () => {
  const left = [503, 200]
  const four = await serve("127.0.0.1", 0, () => left.shift() ?? 200)
  await serve("::1", four.port, () => 200)
  expect(await look(four.port)).toMatchObject({ status: "operational", attempts: 3 })
})

test("a family on which nothing listens confirms nothing", async () => {
  const left = [503, 200]
  const four = await serve("127.0.0.1", 0, () => left.shift() ?? 503)
  expect(await look(four.port)).toMatchObject({ status: "operational", attempts: 3 })
  expect(await look(four.port)).toMatchObject({
    status: "offline",
    attempts: 3,
    failureClass: "http_status",
  })
})

test("a target without the other family gets a plain second attempt", async () => {
  const four = await serve("127.0.0.1", 0, () => 503)
  expect(await look(four.port, "127.0.0.1")).toMatchObject({ status: "offline", attempts: 2 })
})

test("when many targets fail at once and our own network is down, no second attempt is made", async () => {
  const many = 12
  const sockets: Socket[] = []
  const server = createTcp((socket) => {
    sockets.push(socket)
    socket.on("error", () => undefined)
    if (sockets.length === many) for (const one of sockets) one.resetAndDestroy()
  })
  servers.push(server)
  await once(server.listen(0, "127.0.0.1"), "listening")
  const { port } = server.address() as AddressInfo
  const now = new Date()
  // The only egress anchor of the tests is a closed port, and without interfaces no target is near.
  const recheckAt = createChecker(
    world.services,
    alwaysProved(() => now),
    ownNetworkOf(world.services, () => ({})),
  )
  const results = await Promise.all(
    Array.from({ length: many }, () => recheckAt(targetAt(port, "127.0.0.1"))),
  )
  const seen = results.map(
    (result) => result && [result.status, result.failureClass, result.attempts],
  )
  expect(seen).toEqual(Array.from({ length: many }, () => ["unknown", "reset", 1]))
  expect(sockets).toHaveLength(many)
})

const heartbeat = (more: Partial<Target<"heartbeat">> = {}): Target<"heartbeat"> => ({
  ...common,
  kind: "heartbeat",
  intervalMinutes: 5,
  graceMinutes: 1,
  lastPingAt: new Date(Date.now() - 3_600_000),
  lastPingKind: "success",
  lastPingText: "",
  failedPings: 0,
  failureThreshold: 1,
  isPingedPublicly: null,
  ...more,
})

test("a heartbeat overdue in time without proof is neither good nor missing", async () => {
  const now = new Date()
  const proved = { gaps: [], untilMs: now.getTime() - 3_600_000, isOpen: true }
  const pingTime = { ...alwaysProved(() => now), provedTime: () => proved }
  const recheckAt = createChecker(world.services, pingTime)
  expect(await recheckAt(heartbeat())).toMatchObject({ status: "unknown", failureClass: "ingress" })
  expect(await recheckAt(heartbeat({ lastPingAt: now }))).toMatchObject({ status: "operational" })
  expect(await recheckAt(heartbeat({ lastPingKind: "fail", failedPings: 1 }))).toMatchObject({
    status: "offline",
    failureClass: "heartbeat_failed",
  })
})

test("a missing ping needs no second check", async () => {
  const recheckAt = createChecker(
    world.services,
    alwaysProved(() => new Date()),
  )
  expect(await recheckAt(heartbeat())).toMatchObject({
    status: "offline",
    failureClass: "heartbeat_missing",
    attempts: 1,
    firstAttempt: null,
    inRow: { count: 1 },
  })
})

test("a prober too busy to measure a response time does not call a quick target slow", async () => {
  const { port } = await serve("127.0.0.1", 0, () => 200)
  // Each turn of the event loop is short enough not to be a stall.
  const busy = setInterval(() => {
    const until = performance.now() + 40
    while (performance.now() < until);
  }, 1)
  onTestFinished(() => clearInterval(busy))
  const checked = await look(port, "127.0.0.1", {
    assertions: [{ kind: "response_time", maxMs: 30, level: "degraded" }],
  })
  expect(checked).toMatchObject({ status: "unknown", failureClass: "internal" })
})
