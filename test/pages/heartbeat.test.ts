import { createServer, request as send, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createMonitor } from "../../src/graphql/monitoring/monitor/write/create-monitor.ts"
import { deleteMonitor } from "../../src/graphql/monitoring/monitor/write/delete-monitor.ts"
import { pauseMonitor } from "../../src/graphql/monitoring/monitor/silence/pause-monitor.ts"
import { resumeMonitor } from "../../src/graphql/monitoring/monitor/silence/resume-monitor.ts"
import { rotateHeartbeatUrl } from "../../src/graphql/monitoring/monitor/heartbeat/rotate-heartbeat-url.ts"
import { readTargets } from "../../src/graphql/monitoring/monitor/target/monitor-targets.ts"
import type { Payload } from "../../src/platform/topics.ts"
import { createHeartbeat } from "../../src/pages/heartbeat.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

/** Created on first use: there are no services before the tests start. */
let heartbeat: ReturnType<typeof createHeartbeat> | null = null
const server = createServer((request, response) => {
  const path = new URL(request.url ?? "/", "http://localhost").pathname
  heartbeat ??= createHeartbeat(world.services)
  void heartbeat(request, response, path, "127.0.0.1").then((isMine) => {
    if (!isMine) response.writeHead(418).end()
  })
})
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve)))
afterAll(() => new Promise((resolve) => void server.close(resolve)))

type Answer = { status: number; text: string; headers: IncomingHttpHeaders }

/** One request on a new connection. */
const call = (path: string, method = "GET", body?: string | Buffer) =>
  new Promise<Answer>((resolve, reject) => {
    const { port } = server.address() as AddressInfo
    const headers = { "user-agent": "curl/8.0", connection: "close" }
    const request = send({ port, host: "127.0.0.1", path, method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          text: Buffer.concat(chunks).toString(),
          headers: response.headers,
        }),
      )
    })
    request.on("error", reject)
    request.end(body)
  })

async function makeHeartbeat() {
  const project = await makeProject(world)
  const monitor = await createMonitor(world.system, {
    projectId: project.id,
    kind: "heartbeat",
    name: "backup",
    heartbeatIntervalMinutes: 60,
  })
  const secret = world.services.vault.open(monitor.sealedHeartbeat ?? new Uint8Array())
  return { id: monitor.id, path: `/ping/${secret}`, monitor }
}

const stateOf = (monitorId: string) =>
  world.services.database.prisma.monitorState.findUniqueOrThrow({
    where: { monitorId },
    select: { lastPingAt: true, lastPingKind: true, lastStartAt: true },
  })

const pingsOf = (monitorId: string) =>
  world.services.database.prisma.heartbeatPing.findMany({
    where: { monitorId },
    orderBy: [{ at: "asc" }, { id: "asc" }],
    select: {
      kind: true,
      exitCode: true,
      body: true,
      method: true,
      sourceIp: true,
      userAgent: true,
    },
  })

test("GET, HEAD and POST report success, start, fail, log and exit codes", async () => {
  const { id, path } = await makeHeartbeat()
  const calls: [string, string, string?][] = [
    ["", "GET"],
    ["/start", "POST", "began"],
    ["/fail", "POST", "disk full\u0000"],
    ["/log", "POST", "a note"],
    ["/0", "HEAD"],
    ["/137", "GET"],
  ]
  for (const [word, method, body] of calls) {
    const answer = await call(`${path}${word}`, method, body)
    expect(answer).toMatchObject({
      status: 200,
      text: method === "HEAD" ? "" : "OK",
      headers: { "cache-control": "no-store", "content-type": "text/plain; charset=utf-8" },
    })
  }
  const common = { sourceIp: "127.0.0.1", userAgent: "curl/8.0" }
  expect(await pingsOf(id)).toEqual([
    { ...common, kind: "success", exitCode: null, body: "", method: "GET" },
    { ...common, kind: "start", exitCode: null, body: "began", method: "POST" },
    { ...common, kind: "fail", exitCode: null, body: "disk full", method: "POST" },
    { ...common, kind: "log", exitCode: null, body: "a note", method: "POST" },
    { ...common, kind: "success", exitCode: 0, body: "", method: "HEAD" },
    { ...common, kind: "fail", exitCode: 137, body: "", method: "GET" },
  ])
  expect(await stateOf(id)).toMatchObject({ lastPingKind: "fail" })
})

const none = undefined
type Want = [
  kind: string,
  exitCode?: number | undefined,
  durationMs?: number | undefined,
  body?: string,
]

const reports: [said: string, ...want: Want][] = [
  // Uptime Kuma
  ["?status=up&msg=OK&ping=", "success", none, none, "OK"],
  ["?status=up&msg=OK&ping=41.6", "success", none, 42, "OK"],
  ["?status=down&msg=disk%20full&ping=12", "fail", none, 12, "disk full"],
  ["?STATUS=Down", "fail"],
  ["?status=up&status=down", "fail"],
  // Healthchecks.io, Better Stack
  ["/start?rid=123e4567-e89b-12d3-a456-426614174000", "start"],
  ["/log?status=down", "log"],
  ["/fail", "fail"],
  ["/1", "fail", 1],
  // Cronitor
  ["?state=run", "start"],
  ["?state=complete&metric=duration:3.2", "success", none, 3200],
  ["?state=fail&message=boom&status_code=7", "fail", 7, none, "boom"],
  ["?state=ok&env=production&host=a", "success"],
  // Sentry, Gatus, Dead Man's Snitch, Oh Dear
  ["?status=in_progress", "start"],
  ["?status=error", "fail"],
  ["?success=false&error=timeout&duration=10s", "fail", none, 10_000, "timeout"],
  ["?success=true&error=&duration=250ms", "success", none, 250],
  ["?s=2&m=half%20done", "fail", 2, none, "half done"],
  ["?s=0", "success", 0],
  ["/starting", "start"],
  ["/failed", "fail"],
  // Failure wins, wherever it is said.
  ["/start?status=down", "fail"],
  ["/0?status=down", "fail", 0],
  ["/success?exit_code=-1", "fail"],
  ["?status=0", "success", 0],
  ["?status=1", "fail", 1],
  ["?exit_code=3", "fail", 3],
]

test.each(reports)(
  "%s reports what it means in the product it comes from",
  async (said, ...want) => {
    const { id, path } = await makeHeartbeat()
    const [kind, exitCode = null, durationMs = null, body = ""] = want
    expect(await call(`${path}${said}`)).toMatchObject({ status: 200 })
    const ping = await world.services.database.prisma.heartbeatPing.findFirstOrThrow({
      where: { monitorId: id },
    })
    expect(ping).toMatchObject({ kind, exitCode, durationMs, body })
  },
)

test("an unknown status is refused, and a body that says failure is one", async () => {
  const { id, path } = await makeHeartbeat()
  expect(await call(`${path}?status=sideways`)).toMatchObject({
    status: 400,
    text: "status and state must be a word such as up, down, ok, error, run or complete.",
  })
  const bodies = [
    "status=down",
    "s=4",
    '{"status": "error", "duration": 12}',
    '{"exit_code": 3}',
    '{"status_code": 200, "s": 5}',
    '{"status": "strange"}',
    "copied 3 files\nstatus=down is what the other job said",
  ]
  for (const body of bodies) {
    expect(await call(path, "POST", body)).toMatchObject({ status: 200 })
  }
  const pings = await pingsOf(id)
  expect(pings.map(({ kind, exitCode, body }) => [kind, exitCode, body])).toEqual([
    ["fail", null, bodies[0]],
    ["fail", 4, bodies[1]],
    ["fail", null, bodies[2]],
    ["fail", 3, bodies[3]],
    ["success", null, bodies[4]],
    ["success", null, bodies[5]],
    ["success", null, bodies[6]],
  ])
})

test("the message of a failure is read with the target", async () => {
  const { monitor, path } = await makeHeartbeat()
  await call(`${path}?status=down&msg=disk%20full`)
  const { targets } = await readTargets(world.services, { ids: [monitor.id] })
  expect(targets).toMatchObject([{ lastPingKind: "fail", lastPingText: "disk full" }])
})

test("a ping makes the prober check at once, and the check sees the ping", async () => {
  const { id, path } = await makeHeartbeat()
  const asked = Promise.withResolvers<Payload<"monitor.check_requested">>()
  const stop = world.services.bus.subscribe("monitor.check_requested", (payload) => {
    if (payload.monitorId === id) asked.resolve(payload)
  })
  await call(path)
  expect(await asked.promise).toMatchObject({ monitorId: id })
  stop()
  const { lastPingAt } = await stateOf(id)
  expect((await readTargets(world.services, { ids: [id] })).targets).toMatchObject([
    { lastPingAt, lastPingKind: "success", checkRequestedAt: lastPingAt },
  ])
})

test("starts without an end do not reset the deadline, and neither a start nor a log message ends a failure", async () => {
  const { id, path } = await makeHeartbeat()
  await call(`${path}/start`)
  const first = await stateOf(id)
  expect(first).toMatchObject({ lastPingKind: "start", lastPingAt: first.lastStartAt })
  await call(`${path}/start`)
  const second = await stateOf(id)
  expect(second).toMatchObject({ lastPingKind: "start", lastPingAt: first.lastPingAt })
  expect(second.lastStartAt?.getTime()).toBeGreaterThan(first.lastStartAt?.getTime() ?? 0)
  await call(`${path}/fail`)
  const failed = await stateOf(id)
  for (const word of ["start", "log"]) {
    await call(`${path}/${word}`)
    expect(await stateOf(id)).toMatchObject({
      lastPingKind: "fail",
      lastPingAt: failed.lastPingAt,
    })
  }
  await call(path)
  expect(await stateOf(id)).toMatchObject({ lastPingKind: "success" })
})

test("only the last 100 pings are kept", async () => {
  const { id, path } = await makeHeartbeat()
  await world.services.database.pool.query(
    `insert into heartbeat_ping (id, monitor_id, kind, source_ip, method, body, at)
     select gen_random_uuid(), $1, 'log', '', 'GET', n::text, now() - n * interval '1 minute'
       from generate_series(1, 150) n`,
    [id],
  )
  await call(path)
  const kept = await pingsOf(id)
  expect(kept).toHaveLength(100)
  expect([kept[0]?.body, kept.at(-1)?.kind]).toEqual(["99", "success"])
})

test("a long body is truncated, not refused", async () => {
  const { id, path } = await makeHeartbeat()
  const answer = await call(path, "POST", `${"é".repeat(4999)}ab${"x".repeat(3_000_000)}`)
  expect(answer).toMatchObject({ status: 200, text: "OK" })
  const [ping] = await pingsOf(id)
  expect(ping?.body).toBe(`${"é".repeat(4999)}ab`)
})

test("unknown, deleted and rotated secrets respond alike", async () => {
  const { id, path, monitor } = await makeHeartbeat()
  const rotated = await rotateHeartbeatUrl(world.system, id)
  expect(rotated.watchedSince.getTime()).toBeGreaterThan(monitor.watchedSince.getTime())
  const gone = await makeHeartbeat()
  await deleteMonitor(world.system, gone.id)
  const answers = await Promise.all(
    [path, gone.path, `/ping/${"A".repeat(43)}`, "/ping/short", `${path}/start`].map(
      async (one) => {
        const { status, text } = await call(one)
        return { status, text }
      },
    ),
  )
  expect(answers).toEqual(
    answers.map(() => ({
      status: 404,
      text: "There is no heartbeat with this URL. The monitor shows its ping URL.",
    })),
  )
  expect(await pingsOf(id)).toEqual([])
  const secret = world.services.vault.open(rotated.sealedHeartbeat ?? new Uint8Array())
  expect(await call(`/ping/${secret}`)).toMatchObject({ status: 200 })
})

test("other methods, kinds and paths are refused without a trace", async () => {
  const { id, path } = await makeHeartbeat()
  expect(await call(path, "DELETE")).toMatchObject({
    status: 405,
    headers: { allow: "GET, HEAD, POST" },
  })
  for (const word of ["/256", "/-1", "/00", "/stop", "/", "/start/", "/1.5"]) {
    expect(await call(`${path}${word}`)).toMatchObject({ status: 404 })
  }
  expect(await call("/pings")).toMatchObject({ status: 418 })
  expect(await pingsOf(id)).toEqual([])
})

test("the sixty-first ping in a minute must wait, others need not", async () => {
  const { id, path } = await makeHeartbeat()
  const other = await makeHeartbeat()
  for (let count = 0; count < 60; count++) {
    expect((await call(`${path}/log`)).status).toBe(200)
  }
  const refused = await call(`${path}/log`)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0)
  expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(60)
  expect((await call(other.path)).status).toBe(200)
  expect(await pingsOf(id)).toHaveLength(60)
})

test("a paused heartbeat accepts pings, which do not count after it is resumed", async () => {
  const { id, path } = await makeHeartbeat()
  await call(`${path}/fail`)
  await pauseMonitor(world.system, id)
  expect((await call(`${path}/fail`)).status).toBe(200)
  const where = { id }
  expect(await world.services.database.prisma.monitor.findUnique({ where })).toMatchObject({
    checkRequestedAt: null,
  })
  const resumed = await resumeMonitor(world.system, id)
  expect((await readTargets(world.services, { ids: [id] })).targets).toMatchObject([
    { lastPingAt: resumed.watchedSince, lastPingKind: null },
  ])
})
