import { expect, test } from "vitest"
import { recordChecks } from "../../src/graphql/check/record.ts"
import { changeMonitor } from "../../src/graphql/monitor/change.ts"
import { createMonitor } from "../../src/graphql/monitor/create.ts"
import { checkOf } from "../support/checks.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

test("a check that was on its way while the monitor is paused decides nothing any more", async () => {
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
