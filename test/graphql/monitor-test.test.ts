import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, expect, test } from "vitest"
import { newId } from "../../src/platform/id.ts"
import { startProbe } from "../../src/probe/main.ts"
import { ask, keyActor } from "../support/ask.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
const held = {} as { stop(): Promise<void>; project: string; url: string; port: number }

const server = createServer((request, response) => {
  if (request.url === "/down") response.statusCode = 503
  response.setHeader("content-type", "application/json")
  response.end(JSON.stringify({ status: "ok", sent: request.headers["x-team"] ?? null }))
})

beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening")
  held.port = (server.address() as AddressInfo).port
  held.url = `http://127.0.0.1:${held.port}`
  held.project = (await makeProject(world)).id
})
afterAll(async () => {
  server.close()
  await held.stop()
})

const document = `
  mutation ($projectId: ID!, $kind: MonitorKind!, $input: MonitorInput!) {
    testMonitor(projectId: $projectId, kind: $kind, input: $input) {
      status failureClass reason httpStatus address durationMs connectMs
      assertions { name passed seen }
      response { head body isTruncated }
    }
  }`

const run = (kind: string, input: object, actor = world.system.actor) =>
  ask(world, actor, document, { projectId: held.project, kind, input })

test("nothing is tested while no prober runs", async () => {
  const { errors } = await run("HTTP", { url: held.url })
  expect(errors[0]?.message).toMatch(/^No prober is running/)
  Object.assign(held, await startProbe(world.services))
})

test("a monitor is checked before it is saved, and nothing is stored", async () => {
  const { data, errors } = await run("HTTP", {
    url: `${held.url}/health`,
    headers: [{ name: "x-team", value: "blue" }],
    assertions: [{ kind: "JSON_PATH", path: "$.status", comparison: "EQUALS", value: "up" }],
  })
  expect(errors).toEqual([])
  expect(data?.["testMonitor"]).toMatchObject({
    status: "OFFLINE",
    failureClass: "ASSERTION",
    httpStatus: 200,
    address: "127.0.0.1",
    response: { body: '{"status":"ok","sent":"blue"}', isTruncated: false },
  })
  const good = await run("HTTP", { url: held.url, timeoutSeconds: 5 })
  expect(good.data?.["testMonitor"]).toMatchObject({
    status: "OPERATIONAL",
    reason: null,
    assertions: [{ name: "status", passed: true, seen: "200" }],
    response: { head: expect.stringContaining("content-type: application/json") },
  })
  const { rows } = await world.services.database.pool.query(
    `select (select count(*)::int from monitor) as monitors,
            (select count(*)::int from monitor_test) as tests,
            (select count(*)::int from check_result) as checks`,
  )
  expect(rows).toEqual([{ monitors: 0, tests: 0, checks: 0 }])
})

test("every kind that a prober checks can be tested", async () => {
  const { port } = held
  const tcp = await run("TCP", { host: "127.0.0.1", port })
  expect(tcp.data?.["testMonitor"]).toMatchObject({ status: "OPERATIONAL", response: null })
  const tls = await run("TLS", { host: "127.0.0.1", port })
  expect(tls.data?.["testMonitor"]).toMatchObject({ status: "OFFLINE", failureClass: "TLS" })
  const ping = await run("PING", { host: "127.0.0.1" })
  expect(ping.data?.["testMonitor"]).toMatchObject({ address: expect.any(String) })
  const dns = await run("DNS", {
    host: "example.test",
    dnsRecordType: "A",
    resolver: "127.0.0.1:1",
    timeoutSeconds: 1,
  })
  expect(dns.data?.["testMonitor"]).toMatchObject({ status: "OFFLINE" })
  const heartbeat = await run("HEARTBEAT", { heartbeatIntervalMinutes: 5 })
  expect(heartbeat.errors[0]?.message).toMatch(/a heartbeat waits for pings/)
})

test("a test is refused like a monitor: by its fields, the guard and the scope", async () => {
  const empty = await run("HTTP", { url: "ftp://example.test" })
  expect(empty.errors[0]?.message).toMatch(/#\/url/)
  const inside = await run("HTTP", { url: "http://10.0.0.1/" })
  expect(inside.errors[0]?.message).toMatch(/#\/url must be an address that monitors may reach/)
  const reader = keyActor(held.project, newId(), ["monitors:read"])
  const refused = await run("HTTP", { url: held.url }, reader)
  expect(refused.errors[0]?.code).toBe("insufficient_scope")
})

test("a project tests at most thirty times a minute", async () => {
  const { id } = await makeProject(world)
  const input = { host: "127.0.0.1", port: held.port }
  const all = await Promise.all(
    Array.from({ length: 31 }, () =>
      ask(world, world.system.actor, document, { projectId: id, kind: "TCP", input }),
    ),
  )
  const codes = all.flatMap(({ errors }) => errors.map(({ code }) => code))
  expect(codes).toEqual(["rate_limited"])
})
