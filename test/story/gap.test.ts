import { expect, onTestFinished, test, vi } from "vitest"
import { gapFindings } from "../../src/graphql/monitoring/check/rules/gap.ts"
import { readUptime } from "../../src/graphql/monitoring/check/check-uptime.ts"
import { requestCheck } from "../../src/graphql/monitoring/monitor/state/request-check.ts"
import type { Target } from "../../src/graphql/monitoring/monitor/rules/monitor-target.ts"
import { startNotify } from "../../src/notify/main.ts"
import { startProbe } from "../../src/probe/main.ts"
import { checkOf, insertMonitor, offline } from "../support/checks.ts"
import { makeProject, useWorld } from "../support/world.ts"
import { intervalMs, openHouse, roleOf, type Watched } from "./faults/house.ts"
import { gaps, openAnchor, openShop } from "./faults/shop.ts"
import { patience } from "../support/patience.ts"

const minuteMs = 60_000

test("a killed prober is back within seconds, and checks nothing twice", async () => {
  await using bin = new AsyncDisposableStack()
  const shop = await openShop(bin)
  const house = await openHouse(bin, { EGRESS_ANCHORS: await openAnchor(bin) })
  const names = Array.from({ length: 10 }, (_, index) => `/${index}`)
  const watched: Watched[] = []
  for (const name of names) watched.push(await house.watch(shop.url(name)))
  const startedMs = performance.now()
  const program = await house.start(["probe"])
  const startMs = performance.now() - startedMs
  for (const page of watched) await house.reads(page, ["operational"])

  const pid = await roleOf(program, "probe")
  process.kill(pid, "SIGKILL")
  const killedMs = performance.now()
  const killedAt = await house.now()
  const visited = () => names.flatMap((name) => shop.visits(name, killedMs + 200))
  await vi.waitFor(() => expect(visited()).not.toEqual([]), patience)
  // A check within 5 s before a slot counts as that slot's, so the first visit may have to wait for the slot after
  // it; a start of the whole program takes longer than that of one role. The lease alone would take 10 to 15 s.
  expect(Math.min(...visited()) - killedMs).toBeLessThan(Math.max(startMs + 3000, 8000))
  const seenSince = async (page: Watched) => {
    const checks = (await house.checks(page)).map(({ at }) => at.getTime())
    return checks.filter((at) => at > killedAt.getTime())
  }
  for (const page of watched) {
    await vi.waitFor(
      async () => expect((await seenSince(page)).length).toBeGreaterThan(1),
      patience,
    )
    expect(Math.min(...gaps(await seenSince(page)))).toBeGreaterThan(intervalMs / 2)
  }
})

const world = useWorld()

/** A monitor whose target can be broken and repaired, and roles that can be started and stopped. */
async function watching() {
  const { prisma, pool } = world.services.database
  const { id: projectId } = await makeProject(world)
  const { id, seq } = await insertMonitor(world, projectId, { failureThreshold: 1 })
  const target = { isDown: false }
  const running: { stop(): Promise<void> }[] = []
  const stop = async () => {
    for (const role of running.splice(0)) await role.stop()
  }
  onTestFinished(stop)
  const checkTarget = ({ monitorId, monitorSeq, checkRequestedAt: requestedAt }: Target) =>
    Promise.resolve({
      ...checkOf({ id: monitorId, seq: monitorSeq }, new Date(), target.isDown ? offline : {}),
      requestedAt,
    })
  return {
    seq,
    target,
    stop,
    startProber: async () => running.push(await startProbe(world.services, { checkTarget })),
    startNotify: async () => running.push(await startNotify(world.services)),
    look: () => requestCheck(world.system, id),
    becomes: (status: string) =>
      vi.waitFor(async () => {
        const state = await prisma.monitorState.findUniqueOrThrow({ where: { monitorId: id } })
        expect(state.status).toBe(status)
      }, patience),
    /** Moves all dates back, as if no check had run for that long. */
    async moveBack(minutes: number): Promise<void> {
      const columns = {
        monitor: ["created_at", "updated_at", "watched_since"],
        monitor_state: ["status_since", "last_check_at"],
        status_change: ["at", "decided_at"],
        incident: ["started_at", "created_at"],
        check_result: ["started_at"],
      }
      for (const [table, names] of Object.entries(columns)) {
        const moves = names.map((name) => `${name} = ${name} - make_interval(mins => ${minutes})`)
        await pool.query(`update ${table} set ${moves.join(", ")}`)
      }
    },
    async summary() {
      const events = await prisma.delivery.findMany({
        // The project has nobody to page, which is announced when the step runs.
        where: { projectId, event: { not: "alert.unreached" } },
        orderBy: { id: "asc" },
      })
      const where = { monitorId: id }
      return {
        events: events.map(({ event, payload }) =>
          event === "monitor.status_changed" ? (payload as { to: string }).to : event,
        ),
        gaps: await prisma.statusChange.count({
          where: { ...where, findings: { equals: [...gapFindings] } },
        }),
        incidents: await prisma.incident.count({ where }),
        alerts: await prisma.alert.count({ where }),
      }
    },
    async unknownMinutes(minutes: number): Promise<number> {
      const to = new Date()
      const from = new Date(to.getTime() - minutes * minuteMs)
      const { times } = await readUptime(world.services, seq, { from, to })
      return times.unknown / minuteMs
    },
  }
}

test("while no prober runs, a monitor is shown as unknown, and nobody is notified", async () => {
  const monitor = await watching()
  await monitor.startProber()
  await monitor.look()
  await monitor.becomes("operational")
  await monitor.stop()
  await monitor.moveBack(10)
  await monitor.startNotify()
  await monitor.becomes("unknown")
  expect(await monitor.unknownMinutes(9)).toBeCloseTo(9, 0)
  await monitor.startProber()
  await monitor.look()
  await monitor.becomes("operational")
  expect(await monitor.summary()).toEqual({
    events: ["operational"],
    gaps: 1,
    incidents: 0,
    alerts: 0,
  })
  expect(await monitor.unknownMinutes(9)).toBeGreaterThan(8)
})

test("an outage continues through six hours without any running role", async () => {
  const monitor = await watching()
  const start = async () => {
    await monitor.startNotify()
    await monitor.startProber()
  }
  await start()
  await monitor.look()
  await monitor.becomes("operational")
  monitor.target.isDown = true
  await monitor.look()
  await monitor.becomes("offline")
  await monitor.stop()
  await monitor.moveBack(360)

  await start()
  await monitor.look()
  await vi.waitFor(async () => expect(await monitor.summary()).toMatchObject({ gaps: 1 }), patience)
  await monitor.becomes("offline")
  expect(await monitor.summary()).toMatchObject({ gaps: 1, incidents: 1, alerts: 1 })
  monitor.target.isDown = false
  await monitor.look()
  await monitor.becomes("operational")
  expect(await monitor.summary()).toEqual({
    events: [
      "operational",
      "incident.created",
      "alert.created",
      "offline",
      "incident.resolved",
      "alert.resolved",
      "operational",
    ],
    gaps: 1,
    incidents: 1,
    alerts: 1,
  })
  expect(await monitor.unknownMinutes(358)).toBeGreaterThan(350)
})
