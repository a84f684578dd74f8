import { expect, test } from "vitest"
import { recordChecks } from "../../src/graphql/monitoring/check/record-checks.ts"
import { changeMonitor } from "../../src/graphql/monitoring/monitor/change-monitor.ts"
import { createMonitor } from "../../src/graphql/monitoring/monitor/write/create-monitor.ts"
import { pauseMonitor } from "../../src/graphql/monitoring/monitor/silence/pause-monitor.ts"
import { resumeMonitor } from "../../src/graphql/monitoring/monitor/silence/resume-monitor.ts"
import { updateMonitor } from "../../src/graphql/monitoring/monitor/write/update-monitor.ts"
import { checkOf, offline } from "../support/checks.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

async function makeGate(failureThreshold: number) {
  const { id: projectId } = await makeProject(world)
  const gate = { kind: "ping", name: "gate", host: "192.0.2.1", failureThreshold } as const
  const monitor = await createMonitor(world.system, { projectId, ...gate })
  const { prisma } = world.services.database
  return {
    ...monitor,
    fail: (startedAt = new Date()) =>
      recordChecks(world.services, [checkOf(monitor, startedAt, offline)]),
    state: async () => ({
      status: (await prisma.monitorState.findUnique({ where: { monitorId: monitor.id } }))?.status,
      alerts: await prisma.alert.count({ where: { monitorId: monitor.id } }),
      since: (await prisma.incident.findFirst({ where: { monitorId: monitor.id } }))?.startedAt,
    }),
  }
}

test("failures before a change of the target no longer count, nor does a check that ends later", async () => {
  const gate = await makeGate(2)
  const earlier = new Date(Date.now() - 1000)
  await gate.fail(earlier)
  await updateMonitor(world.system, gate.id, { host: "192.0.2.2" })
  await gate.fail(new Date(earlier.getTime() + 500))
  const first = new Date()
  await gate.fail(first)
  expect(await gate.state()).toEqual({ status: "unknown", alerts: 0, since: undefined })
  await gate.fail()
  expect(await gate.state()).toEqual({ status: "offline", alerts: 1, since: first })
})

test("changing anything but the target keeps the counts", async () => {
  const gate = await makeGate(2)
  await gate.fail()
  await updateMonitor(world.system, gate.id, { name: "big gate", host: "192.0.2.1" })
  await gate.fail()
  expect(await gate.state()).toMatchObject({ status: "offline", alerts: 1 })
})

test("a check that started before a pause and ends after it decides nothing", async () => {
  const gate = await makeGate(1)
  const earlier = new Date(Date.now() - 1000)
  await pauseMonitor(world.system, gate.id)
  await resumeMonitor(world.system, gate.id)
  await gate.fail(earlier)
  expect(await gate.state()).toMatchObject({ status: "unknown", alerts: 0 })
  await gate.fail()
  expect(await gate.state()).toMatchObject({ status: "offline", alerts: 1 })
})

test("a check in progress while the monitor is paused decides nothing", async () => {
  const { prisma, pool } = world.services.database
  const { id: projectId } = await makeProject(world)
  const monitor = await createMonitor(world.system, {
    projectId,
    kind: "ping",
    name: "gate",
    host: "192.0.2.1",
  })
  let recorded: Promise<void> = Promise.resolve()
  await changeMonitor(world.system, monitor.id, async (tx, { id }, at) => {
    await tx.db.monitor.update({ where: { id }, data: { pausedAt: at, updatedAt: at } })
    recorded = recordChecks(world.services, [checkOf(monitor, new Date())])
    for (;;) {
      const { rowCount } = await pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      if (rowCount === 1) break
    }
  })
  await recorded
  const state = await prisma.monitorState.findUniqueOrThrow({ where: { monitorId: monitor.id } })
  expect({ status: state.status, lastCheckAt: state.lastCheckAt }).toEqual({
    status: "unknown",
    lastCheckAt: null,
  })
})
