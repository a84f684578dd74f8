import pg from "pg"
import { expect, test, vi } from "vitest"
import { scheduleMaintenance } from "../../src/graphql/maintenance/window/schedule-maintenance.ts"
import { createLog } from "../../src/platform/log.ts"
import { startNotify } from "../../src/notify/main.ts"
import { soon } from "../support/soon.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20))
}

const statesOf = async (projectId: string) => {
  const rows = await world.services.database.prisma.delivery.findMany({
    where: { projectId },
    orderBy: { id: "asc" },
  })
  return rows.map(({ event, state }) => [event, state])
}

async function hasPartitionOfToday(): Promise<boolean> {
  const { rows } = await world.services.database.pool.query(
    "select 1 from pg_class where relname = 'check_result_p' || to_char(now() at time zone 'utc', 'YYYYMMDD')",
  )
  return rows.length === 1
}

const schedule = (projectId: string, startsInMs: number) =>
  scheduleMaintenance(world.system, {
    projectId,
    title: "New disks",
    startsAt: new Date(Date.now() + startsInMs),
    endsAt: new Date(Date.now() + 3_600_000),
  })

test("the role starts windows, works off the outbox, creates partitions, and stops", async () => {
  const { id: projectId } = await makeProject(world)
  const role = await startNotify(world.services)
  await schedule(projectId, 50)
  await until(async () => (await statesOf(projectId)).length === 2)
  await until(async () => (await statesOf(projectId)).every(([, state]) => state !== "pending"))
  expect(await statesOf(projectId)).toEqual([
    ["maintenance.scheduled", "unaddressed"],
    ["maintenance.started", "unaddressed"],
  ])
  await until(hasPartitionOfToday)
  await role.stop()
  await schedule(projectId, 3_000_000)
  await new Promise(setImmediate)
  expect((await statesOf(projectId)).at(-1)).toEqual(["maintenance.scheduled", "pending"])
})

const words = (calls: unknown[][]) => calls.map(([, text]) => text)
const ofDueWork = (words: string) => `due work: ${words}`

test("the role survives a database restart", async () => {
  const { id: projectId } = await makeProject(world)
  const log = createLog("silent", "test")
  const failed = vi.spyOn(log, "error")
  const healed = vi.spyOn(log, "info")
  const role = await startNotify({ ...world.services, log })
  const name = new URL(world.connectionString).pathname.slice(1)
  const adminUrl = new URL(world.connectionString)
  adminUrl.pathname = "/postgres"
  const admin = new pg.Client({ connectionString: adminUrl.href })
  await admin.connect()
  try {
    await admin.query(`alter database ${name} allow_connections false`)
    await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [
      name,
    ])
    // A terminated backend ends only when it is scheduled; one that lingers would fail the first query afterwards.
    const left = "select from pg_stat_activity where datname = $1"
    await until(async () => (await admin.query(left, [name])).rowCount === 0)
    await soon(() => words(failed.mock.calls)).toContain(
      ofDueWork("failed; retrying until it succeeds"),
    )
    await admin.query(`alter database ${name} allow_connections true`)
    await schedule(projectId, 3_000_000)
    await until(async () => (await statesOf(projectId)).every(([, state]) => state !== "pending"))
    expect(await statesOf(projectId)).toEqual([["maintenance.scheduled", "unaddressed"]])
    await soon(() => words(healed.mock.calls)).toContain(ofDueWork("recovered"))
    // Once each, however many runs failed.
    expect(words(failed.mock.calls)).toHaveLength(new Set(words(failed.mock.calls)).size)
  } finally {
    await admin.end()
    await role.stop()
  }
})
