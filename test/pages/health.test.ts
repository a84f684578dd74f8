import { once } from "node:events"
import type { AddressInfo, Socket } from "node:net"
import { createServer } from "node:net"
import { expect, test } from "vitest"
import { newId } from "../../src/id.ts"
import { createHealth } from "../../src/pages/health.ts"
import { connect } from "../../src/postgres.ts"
import { watchEgress } from "../../src/probe/egress-watch.ts"
import { startProbe } from "../../src/probe/main.ts"
import { useApi } from "../support/api.ts"
import { insertMonitor } from "../support/checks.ts"
import { makeMonitorRow } from "../support/monitor-row.ts"
import { soon } from "../support/soon.ts"
import { makeProject, useWorld } from "../support/world.ts"

const api = useApi()
const other = useWorld()
const lines = useWorld()

const version = "0.1.0"
const idle = { status: "ok", oldest_due_seconds: null }
const fine = {
  version,
  database: { status: "ok", latency_ms: expect.any(Number) },
  bus: { status: "ok" },
  outbox: {
    status: "ok",
    oldest_due_seconds: null,
    lanes: { event: idle, webhook: idle, page: idle, notice: idle },
  },
  escalation: { status: "ok", open_alerts: 0, faults: 0, last_audit_age_seconds: null },
}

const untold = { status: "ok", alive: null, last_look_age_seconds: null }

/** What grows while a test goes on, on a machine that may be busy. */
const since = (seconds: number) =>
  expect.toSatisfy((told: number) => told >= seconds && told < seconds + 15)

test("a fresh installation is well", async () => {
  const response = await fetch(`${api.address}/api/health`)
  expect([response.status, response.headers.get("cache-control"), await response.json()]).toEqual([
    200,
    "no-store",
    {
      status: "ok",
      ...fine,
      probe: {
        status: "ok",
        last_check_age_seconds: null,
        monitors: 0,
        overdue_monitors: 0,
        lag_seconds: 0,
        egress: untold,
      },
    },
  ])
})

test("monitors that nobody looks at and deliveries that nobody makes are told", async () => {
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
        last_check_age_seconds: since(20),
        monitors: 3,
        overdue_monitors: 1,
        lag_seconds: since(140),
        egress: { ...untold, status: "degraded" },
      },
      outbox: {
        status: "degraded",
        oldest_due_seconds: since(90),
        lanes: {
          ...fine.outbox.lanes,
          event: { status: "degraded", oldest_due_seconds: since(90) },
        },
      },
    },
  })
})

test("the probers' own lines are told; one that is cut off is enough, and one that fell silent tells nothing", async () => {
  const { services } = lines
  await insertMonitor(lines, (await makeProject(lines)).id)
  const anchor = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1")
  await once(anchor, "listening")
  const { port } = anchor.address() as AddressInfo
  const watch = (anchors: string[]) =>
    watchEgress({ ...services, env: { ...services.env, EGRESS_ANCHORS: anchors } })
  const told = async () => {
    const { probe } = (await createHealth(services)()).report
    return "egress" in probe ? probe.egress : null
  }
  const unseen = { status: "degraded", alive: null, last_look_age_seconds: null }
  expect(await told()).toEqual(unseen)
  const well = watch([`127.0.0.1:${port}`, "127.0.0.1:1"])
  await soon(told).toEqual({
    status: "ok",
    alive: true,
    last_look_age_seconds: expect.any(Number),
  })
  // Its anchor is a port where nobody listens.
  const cut = await startProbe(services)
  await soon(told).toMatchObject({ status: "degraded", alive: false })
  await cut.stop()
  expect(await told()).toMatchObject({ status: "ok", alive: true })
  await services.database.pool.query("update egress_look set at = now() - interval '91 s'")
  expect(await told()).toEqual(unseen)
  await well.stop()
  expect(await services.database.prisma.egressLook.count()).toBe(0)
  anchor.close()
})

const down = {
  isDown: true,
  report: {
    status: "down",
    version,
    database: { status: "down", latency_ms: null },
    bus: { status: "degraded" },
    probe: { status: "down" },
    outbox: { status: "down" },
    escalation: { status: "down" },
  },
}

test("a database that hangs is down within a second, and one look serves all who ask", async () => {
  const connections: Socket[] = []
  const hole = createServer((socket) => connections.push(socket)).listen(0, "127.0.0.1")
  await once(hole, "listening")
  const { port } = hole.address() as AddressInfo
  const database = connect(`postgresql://nobody@127.0.0.1:${port}/none`, 5)
  const bus = { ...api.world.services.bus, isUp: () => false }
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
    // A question that still hangs is not asked again.
    expect(connections.length).toBe(2)
  } finally {
    hole.close()
    for (const socket of connections) socket.destroy()
    await database.end()
  }
})

test("a database that refuses is down at once, and the status says so", async () => {
  const database = connect("postgresql://nobody@127.0.0.1:1/none", 2)
  const bus = { ...api.world.services.bus, isUp: () => false }
  expect(await createHealth({ ...api.world.services, database, bus })()).toEqual(down)
  await database.end()
})
