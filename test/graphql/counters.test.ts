import { expect, test } from "vitest"
import { recordChecks } from "../../src/graphql/monitoring/check/record-checks.ts"
import { checkOf, insertMonitor, offline } from "../support/checks.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

/** Where the numbers of a sequence that an `integer` holds go, and why that never ends. */
const counted: Record<string, string> = {
  monitor: "one for each monitor that is made",
  certificate: "one for each certificate that a check sees for the first time",
  status_change: "only rows that are written by hand take from it",
}

test("no sequence of an integer column counts events", async () => {
  const { rows } = await world.services.database.pool.query<{ table: string }>(
    `select table_name as table from information_schema.columns
      where table_schema = 'public' and column_default like 'nextval(%' and data_type <> 'bigint'
      order by table_name`,
  )
  expect(rows.map(({ table }) => table)).toEqual(expect.arrayContaining(Object.keys(counted)))
  expect(rows).toHaveLength(Object.keys(counted).length)
})

test("status changes go on when their sequence has ended, in the order of each monitor", async () => {
  const { pool, prisma } = world.services.database
  const { id: projectId } = await makeProject(world)
  const monitor = await insertMonitor(world, projectId, { failureThreshold: 1 })
  await pool.query("select setval(pg_get_serial_sequence('status_change', 'seq'), 2147483647)")
  const startMs = Date.now() - 60_000
  const results = [{}, offline, {}, offline].map((members, at) =>
    checkOf(monitor, new Date(startMs + at * 10_000), members),
  )
  for (const result of results) await recordChecks(world.services, [result])
  const changes = await prisma.statusChange.findMany({ orderBy: { seq: "asc" } })
  expect(changes.map(({ seq, to }) => [seq, to])).toEqual([
    [1, "operational"],
    [2, "offline"],
    [3, "operational"],
    [4, "offline"],
  ])
})
