import type { Finding } from "../../src/findings/finding.ts"
import { once } from "node:events"
import { createServer, type AddressInfo, type Socket } from "node:net"
import { expect, test } from "vitest"
import packageFile from "../../package.json" with { type: "json" }
import type { Env } from "../../src/platform/env.ts"
import { ensureCheckPartitions } from "../../src/graphql/monitoring/check/check-partition.ts"
import { newId } from "../../src/platform/id.ts"
import { readFigures } from "../../src/graphql/monitoring/health/read-health.ts"
import { lastDue } from "../../src/graphql/workspace/backup/rules/backup-schedule.ts"
import { troubleOf } from "../../src/jobs/audit/dead-man-switch.ts"
import { createHealth } from "../../src/pages/health.ts"
import { createReadiness } from "../../src/pages/readiness.ts"
import { connect } from "../../src/platform/postgres.ts"
import { createNetworkFinder, watchEgress } from "../../src/probe/egress-watch.ts"
import { ownNetworkOf } from "../../src/probe/check-target.ts"
import type { NetworkFinding } from "../../src/probe/honest/finding.ts"
import { startProbe } from "../../src/probe/main.ts"
import { useApi } from "../support/api.ts"
import { createAnchor } from "../support/anchor.ts"
import { insertMonitor } from "../support/checks.ts"
import { makeMonitorRow } from "../support/monitor-row.ts"
import { soon } from "../support/soon.ts"
import { backupsIn } from "../support/backup-settings.ts"
import { webhooksOf } from "../support/webhooks.ts"
import { closedPort, listenDns } from "../support/listeners.ts"
import { noDeadline } from "../support/prober.ts"
import { makeProject, testEnv, useWorld } from "../support/world.ts"

const api = useApi()
const other = useWorld()
const lines = useWorld()
const webhooksWorld = useWorld()
const webhooks = webhooksOf(webhooksWorld)
const blind = useWorld()

const { version } = packageFile
const ok = { status: "ok", detail: null, findings: [] }
const finding = (code: string) => ({
  code,
  parameters: expect.any(Object),
  text: expect.any(String),
})
const idle = { ...ok, oldest_due_seconds: null }
const fine = {
  version,
  database: { ...ok, latency_ms: expect.any(Number) },
  bus: ok,
  outbox: {
    ...ok,
    oldest_due_seconds: null,
    queues: { event: idle, webhook: idle, page: idle, notice: idle },
  },
  escalation: {
    ...ok,
    open_alerts: 0,
    faults: 0,
    unreachable_alerts: 0,
    last_audit_age_seconds: null,
  },
  secrets: { ...ok, unreadable: 0 },
  disk: ok,
  resources: ok,
  roles: ok,
  messages: ok,
  watcher: ok,
  settings: ok,
  connected: ok,
  exports: ok,
  telemetry: { ...ok, spool_bytes: 0 },
  backup: { ...ok, newest_verified_age_seconds: null },
}

const untold = {
  ...ok,
  alive: null,
  ipv4: ok,
  ipv6: ok,
  resolvers: ok,
  last_probe_age_seconds: null,
}
const unreported = {
  status: "degraded",
  detail: "No prober has reported the state of its network recently. Start a probe process.",
  findings: [finding("no_prober_reports")],
}

/** Values that grow during a test, on a machine that may be busy. */
const since = (seconds: number) =>
  expect.toSatisfy((received: number) => received >= seconds && received < seconds + 15)

test("a fresh installation is healthy", async () => {
  const response = await fetch(`${api.address}/api/health`)
  expect([response.status, response.headers.get("cache-control"), await response.json()]).toEqual([
    200,
    "no-store",
    {
      status: "ok",
      ...fine,
      probe: {
        ...ok,
        last_check_age_seconds: null,
        monitors: 0,
        due_monitors: 0,
        unknown_monitors: 0,
        overdue_monitors: 0,
        lag_seconds: 0,
        egress: untold,
      },
    },
  ])
})

test("liveness and readiness answer for this process, readiness only with its database", async () => {
  for (const path of ["live", "ready"]) {
    const response = await fetch(`${api.address}/api/health/${path}`)
    expect([response.status, await response.json()]).toEqual([200, { status: "ok" }])
  }
  const database = connect("postgresql://nobody@127.0.0.1:1/none", 2)
  const { clock } = api.world.services
  const stopping = new AbortController()
  const readiness = createReadiness({ clock, database }, stopping.signal)
  expect(await readiness()).toMatchObject({ status: "unavailable" })
  stopping.abort()
  expect(await readiness()).toMatchObject({ status: "draining" })
  await database.end()
})

test("the age of the newest verified backup degrades its part only if backups are scheduled", async () => {
  const { database } = lines.services
  const schedule = { hour: 3, minute: 0 }
  const env = { ...lines.services.env, BACKUP_URL: backupsIn("/srv/backups", schedule) }
  const part = async (services = lines.services) => (await createHealth(services)()).report.backup
  const scheduled = () => part({ ...lines.services, env })
  expect(await part()).toEqual({ ...ok, newest_verified_age_seconds: null })
  expect(await scheduled()).toMatchObject({
    status: "degraded",
    detail:
      "No backup has been verified yet. Start a notify process, or run `node bin/watchkeeper.js backup --verify`.",
  })
  const backup = await database.prisma.backup.create({
    data: {
      id: newId(),
      reason: "scheduled",
      place: "/srv",
      name: "a",
      version,
      madeAt: new Date(Date.now() - 60_000),
      verifiedAt: new Date(),
    },
  })
  expect(await scheduled()).toEqual({ ...ok, newest_verified_age_seconds: since(60) })
  await database.prisma.backup.update({
    where: { id: backup.id },
    data: { madeAt: new Date(Date.now() - 30 * 3_600_000) },
  })
  expect(await scheduled()).toMatchObject({
    status: "degraded",
    detail:
      "The newest verified backup is 30 hours old. Start a notify process, or run `node bin/watchkeeper.js backup --verify`.",
  })
  expect([
    lastDue(schedule, new Date("2026-11-24T02:59:00Z")),
    lastDue(schedule, new Date("2026-11-24T03:00:00Z")),
    lastDue("hourly", new Date("2026-11-24T03:59:59Z")),
  ]).toEqual(
    ["2026-11-23T03:00Z", "2026-11-24T03:00Z", "2026-11-24T03:00Z"].map((text) => new Date(text)),
  )
  await database.prisma.backup.deleteMany()
})

test("overdue checks and overdue deliveries are reported", async () => {
  const { prisma, pool } = other.services.database
  const { id: projectId } = await makeProject(other)
  await makeMonitorRow(other, projectId, { name: "fresh" })
  const late = await makeMonitorRow(other, projectId, { name: "late" })
  const seen = await makeMonitorRow(other, projectId, { name: "seen" })
  const paused = await makeMonitorRow(other, projectId, { pausedAt: new Date() })
  const gone = await makeMonitorRow(other, projectId, { deletedAt: new Date() })
  const waiting = await makeMonitorRow(other, projectId, { kind: "heartbeat" })
  const old = [late, seen, paused, gone, waiting].map(({ id }) => id)
  await pool.query(
    `update monitor set updated_at = now() - interval '200 s', watched_since = now() - interval '200 s'
      where id = any($1)`,
    [old],
  )
  const ages = [
    [late.id, 200],
    [seen.id, 20],
  ]
  for (const [id, age] of ages) {
    await pool.query(
      `insert into monitor_state (monitor_id, last_check_at) values ($1, now() - make_interval(secs => $2))`,
      [id, age],
    )
  }
  await prisma.delivery.create({
    data: {
      id: newId(),
      projectId,
      event: "incident.created",
      target: "everyone",
      subjectId: late.id,
      dedupeKey: newId(),
      payload: {},
      dueAt: new Date(Date.now() - 90_000),
    },
  })
  expect(await createHealth(other.services)()).toEqual({
    isDown: false,
    report: {
      status: "degraded",
      ...fine,
      probe: {
        status: "degraded",
        detail: `1 of 3 monitors is overdue: no prober checks it. Start a probe process. ${unreported.detail}`,
        findings: [finding("monitors_overdue"), ...unreported.findings],
        last_check_age_seconds: since(20),
        monitors: 3,
        due_monitors: 2,
        unknown_monitors: 0,
        overdue_monitors: 1,
        lag_seconds: since(140),
        egress: { ...untold, ...unreported },
      },
      outbox: {
        status: "degraded",
        detail: expect.stringMatching(/^The oldest delivery of the event queue has been due for/),
        findings: [finding("delivery_overdue")],
        oldest_due_seconds: since(90),
        queues: {
          ...fine.outbox.queues,
          event: {
            status: "degraded",
            detail: expect.stringContaining("event queue"),
            findings: [finding("delivery_overdue")],
            oldest_due_seconds: since(90),
          },
        },
      },
    },
  })
})

test("late webhooks are reported, except those that wait for their own receiver", async () => {
  const { services } = webhooksWorld
  const { id: projectId } = await makeProject(webhooksWorld)
  const { endpoint } = await webhooks.make(projectId, "https://one.example/")
  await webhooks.happen(projectId)
  await webhooks.address()
  await webhooks.sql("update delivery set due_at = now() - interval '90 s' where queue = 'webhook'")
  const webhookLane = async () => {
    const { outbox } = (await createHealth(services)()).report
    return "queues" in outbox ? { status: outbox.status, webhook: outbox.queues.webhook } : null
  }
  expect(await webhookLane()).toEqual({
    status: "degraded",
    webhook: {
      status: "degraded",
      detail: expect.stringContaining("webhook queue"),
      findings: [finding("delivery_overdue")],
      oldest_due_seconds: since(90),
    },
  })
  const onTime = { status: "ok", webhook: idle }
  await webhooks.sql("update webhook_endpoint set consecutive_failures = 1")
  expect(await webhookLane()).toEqual(onTime)
  await webhooks.sql("update webhook_endpoint set consecutive_failures = 0")
  await webhooks.sql(
    `insert into delivery_lease (delivery_id, queue, target, token, until)
     select gen_random_uuid(), 'webhook', 'webhook:' || $1, gen_random_uuid(), now() + interval '30 s'
       from generate_series(1, 4)`,
    [endpoint.id],
  )
  expect(await webhookLane()).toEqual(onTime)
})

/** An anchor or a name server that can be stopped. */
async function anchorOn(host: string) {
  const server = createAnchor().listen(0, host)
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return {
    anchor: host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`,
    close: async () => {
      server.close()
      await once(server, "close")
    },
  }
}

const linesEnv = (env: Partial<Env>) => ({ ...lines.services, env: { ...testEnv, ...env } })
const watch = (env: Partial<Env>) => watchEgress(linesEnv(env), ownNetworkOf(linesEnv(env)))
const received = async () => {
  const { probe } = (await createHealth(lines.services)()).report
  return "egress" in probe ? probe.egress : null
}

test("each prober's network is reported: one down degrades, all down is down, and a silent one reports nothing", async () => {
  const { services } = lines
  await insertMonitor(lines, (await makeProject(lines)).id)
  const names = await listenDns(() => ({ answers: [] }), true)
  const RESOLVERS = [names.server]
  const { anchor, close } = await anchorOn("127.0.0.1")
  const unseen = { ...untold, ...unreported }
  expect(await received()).toEqual(unseen)
  const well = watch({ EGRESS_ANCHORS: [anchor, "127.0.0.1:1"], RESOLVERS })
  await soon(received).toEqual({
    ...untold,
    alive: true,
    last_probe_age_seconds: expect.any(Number),
  })
  // Its anchor is a closed port.
  const cut = await startProbe(linesEnv({ RESOLVERS }))
  await soon(received).toMatchObject({ status: "degraded", alive: false })
  await services.database.pool.query("delete from egress_check where reached > 0")
  const { isDown, report } = await createHealth(services)()
  expect([isDown, report.status, report.probe]).toMatchObject([
    true,
    "down",
    { status: "down", egress: { status: "down", detail: expect.stringMatching(/^No prober/) } },
  ])
  await cut.stop()
  await well.stop()
  const again = watch({ EGRESS_ANCHORS: [anchor], RESOLVERS })
  await soon(received).toMatchObject({ status: "ok", alive: true })
  await services.database.pool.query("update egress_check set at = now() - interval '91 s'")
  expect(await received()).toEqual(unseen)
  await again.stop()
  expect(await services.database.prisma.egressCheck.count()).toBe(0)
  await close()
})

test("an address family that fails degrades, and one that the machine never had does not", async () => {
  const names = await listenDns(() => ({ answers: [] }), true)
  const [four, six] = [await anchorOn("127.0.0.1"), await anchorOn("::1")]
  const env = { EGRESS_ANCHORS: [four.anchor, six.anchor], RESOLVERS: [names.server] }
  const had = createNetworkFinder(linesEnv(env), noDeadline())
  const never = createNetworkFinder(linesEnv(env), noDeadline(), () => false)
  const all = { anchors: 2, reached: 2, ipv4: true, ipv6: true, resolvers: true }
  expect(await had()).toEqual(all)
  await six.close()
  expect(await had()).toEqual({ ...all, reached: 1, ipv6: false })
  expect(await never()).toEqual({ ...all, reached: 1, ipv6: null })
  const meant = createNetworkFinder(linesEnv(env), noDeadline(), (family) => family === 6)
  expect(await meant()).toEqual({ ...all, reached: 1, ipv6: false })
  const onlyFour = { ...env, EGRESS_ANCHORS: [four.anchor] }
  const unnamed = createNetworkFinder(linesEnv(onlyFour), noDeadline(), () => true)
  expect(await unnamed()).toEqual({ ...all, anchors: 1, reached: 1, ipv6: null })
  await four.close()
})

test("name servers that do not respond degrade", async () => {
  const { anchor, close } = await anchorOn("127.0.0.1")
  const find = (RESOLVERS: string[]) =>
    createNetworkFinder(linesEnv({ EGRESS_ANCHORS: [anchor], RESOLVERS }), noDeadline())()
  const names = await listenDns(() => ({ answers: [] }), true)
  const dead = `127.0.0.1:${await closedPort()}`
  expect(await find([dead, dead])).toMatchObject({ reached: 1, resolvers: false })
  expect(await find([dead, names.server])).toMatchObject({ resolvers: true })
  await close()
})

const findings: [finding: NetworkFinding, words: RegExp][] = [
  [{ code: "portal", family: 4 }, /^Something in our own network answers in place of the IPv4/],
  [{ code: "http_portal" }, /^A portal or a proxy in our own network answers plain HTTP/],
  [{ code: "tls_inspected", family: 6, issuer: "Box" }, /^TLS over IPv6 is inspected by "Box"/],
  [{ code: "clock_wrong", family: 4 }, /our own clock is wrong\.$/],
  [{ code: "no_honest_anchor", family: 4 }, /^No IPv4 egress anchor could be verified/],
  [
    { code: "resolvers_fail", servers: ["192.0.2.53"] },
    /^Our name servers \(192\.0\.2\.53\) do not/,
  ],
  [
    { code: "resolvers_lie", servers: ["192.0.2.53"] },
    /^Our name servers .* give false answers\.$/,
  ],
]

test("what the proofs of our own network find degrades in words; what others contradict does not", async () => {
  const names = await listenDns(() => ({ answers: [] }), true)
  const { anchor, close } = await anchorOn("127.0.0.1")
  const services = linesEnv({ EGRESS_ANCHORS: [anchor], RESOLVERS: [names.server] })
  const reported = async (report: { findings: NetworkFinding[]; strange: string[] }) => {
    const network = ownNetworkOf(services)
    network.honesty.report = () => report
    const watching = watchEgress(services, network)
    await soon(async () => (await received())?.alive).toBe(true)
    const egress = await received()
    const trouble = troubleOf(await readFigures(services), null)
    await watching.stop()
    return { status: egress?.status, detail: egress?.detail, trouble }
  }
  for (const [finding, words] of findings) {
    const seen = await reported({ findings: [finding], strange: [] })
    expect(seen).toMatchObject({ status: "degraded", detail: expect.stringMatching(words) })
    expect(seen.trouble).toBe(seen.detail)
  }
  expect(await reported({ findings: [], strange: [anchor] })).toEqual({
    status: "ok",
    detail: `Others are right, so these are wrong: ${anchor}.`,
    trouble: null,
  })
  await close()
})

const unseenWords = (count: number) =>
  `The last checks of ${count} of 20 monitors were inconclusive. Each monitor's page says why.`

test("inconclusive monitors degrade from a tenth on and are down from half on", async () => {
  const { services } = blind
  const { id: projectId } = await makeProject(blind)
  const monitors = await Promise.all(
    Array.from({ length: 20 }, () => makeMonitorRow(blind, projectId, {})),
  )
  const { pool } = services.database
  await pool.query(
    `insert into monitor_state (monitor_id, last_check_at, last_status)
     select id, date_trunc('milliseconds', now()), 'operational' from monitor`,
  )
  await ensureCheckPartitions(pool)
  await pool.query(
    "insert into egress_check (prober_id, anchors, reached, at) values (gen_random_uuid(), 1, 1, now())",
  )
  const see = async (count: number, failureClass: string) => {
    const seqs = monitors.slice(0, count).map(({ seq }) => seq)
    await pool.query("delete from check_result")
    await pool.query("update monitor_state set last_status = 'operational'")
    await pool.query(
      `with blind as (update monitor_state s set last_status = 'unknown' from monitor m
                       where m.id = s.monitor_id and m.seq = any($1) returning m.seq, s.last_check_at)
       insert into check_result (monitor_seq, started_at, status, failure_class, duration_ms, warnings)
       select seq, last_check_at, 'unknown', $2, 1, '{}' from blind`,
      [seqs, failureClass],
    )
    const { report } = await createHealth(services)()
    return [report.status, report.probe.detail]
  }
  expect(await see(1, "connect_timeout")).toEqual(["ok", null])
  expect(await see(2, "dns_temporary")).toEqual(["degraded", unseenWords(2)])
  expect(await see(9, "connect_timeout")).toEqual(["degraded", unseenWords(9)])
  expect(await see(10, "connect_timeout")).toEqual(["down", unseenWords(10)])
  // Targets refused by a setting do not count; inconclusive checks do.
  expect(await see(20, "forbidden_address")).toEqual(["ok", null])
  // While the telemetry store does not answer, its monitors are unknown; all others are checked as usual.
  await pool.query("update monitor set kind = 'log' where seq = any($1)", [
    monitors.slice(0, 12).map(({ seq }) => seq),
  ])
  expect(await see(12, "internal")).toEqual(["ok", null])
  expect(await see(16, "internal")).toEqual([
    "down",
    "The last checks of 4 of 8 monitors were inconclusive. Each monitor's page says why.",
  ])
})

const dead = {
  status: "down",
  detail: expect.stringMatching(
    /^PostgreSQL cannot be used: .+ Start it, or correct DATABASE_URL\.$/,
  ),
  findings: [finding("database_unusable")],
}
const down = {
  isDown: true,
  report: {
    status: "down",
    version,
    database: { ...dead, latency_ms: null },
    bus: {
      status: "degraded",
      detail: "The bus does not respond. Until it is back, live updates use polling.",
      findings: [finding("bus_fails")],
    },
    probe: dead,
    outbox: dead,
    escalation: dead,
    secrets: dead,
    disk: dead,
    resources: dead,
    roles: dead,
    messages: dead,
    watcher: dead,
    settings: dead,
    connected: dead,
    exports: dead,
    telemetry: { ...ok, spool_bytes: 0 },
    backup: dead,
  },
}

test("a hanging database is down within a second, and one query serves all callers", async () => {
  const connections: Socket[] = []
  const hole = createServer((socket) => connections.push(socket)).listen(0, "127.0.0.1")
  await once(hole, "listening")
  const { port } = hole.address() as AddressInfo
  const database = connect(`postgresql://nobody@127.0.0.1:${port}/none`, 5)
  const bus = {
    ...api.world.services.bus,
    ping: () => Promise.resolve<Finding>({ code: "bus_silent", parameters: {} }),
  }
  let nowMs = 0
  const clock = { now: () => new Date(), monotonicMs: () => nowMs }
  const health = createHealth({ ...api.world.services, database, bus, clock })
  try {
    const since = performance.now()
    const answers = await Promise.all(Array.from({ length: 100 }, health))
    expect(performance.now() - since).toBeLessThan(2000)
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toEqual(down)
    nowMs = 5000
    expect(await health()).toEqual(down)
    // A query that still hangs is not repeated.
    expect(connections.length).toBe(2)
  } finally {
    hole.close()
    for (const socket of connections) socket.destroy()
    await database.end()
  }
})

test("a database that refuses connections is down at once, and the status says so", async () => {
  const database = connect("postgresql://nobody@127.0.0.1:1/none", 2)
  const bus = {
    ...api.world.services.bus,
    ping: () => Promise.resolve<Finding>({ code: "bus_silent", parameters: {} }),
  }
  expect(await createHealth({ ...api.world.services, database, bus })()).toEqual(down)
  await database.end()
})
