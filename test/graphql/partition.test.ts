import { expect, test } from "vitest"
import { ensureCheckPartitions } from "../../src/graphql/monitoring/check/check-partition.ts"
import { recordChecks } from "../../src/graphql/monitoring/check/record-checks.ts"
import { checkOf, insertMonitor } from "../support/checks.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

test("partitions are created ahead, repeatedly and concurrently without harm, and earlier rows move into them", async () => {
  const { services } = world
  const { pool } = services.database
  const project = await makeProject(world)
  const monitor = await insertMonitor(world, project.id)
  await recordChecks(services, [checkOf(monitor, new Date())])
  const count = async (table: string) => {
    const { rows } = await pool.query<{ count: number }>(`select count(*)::int from ${table}`)
    return rows[0]?.count
  }
  expect(await count("check_result_rest")).toBe(1)
  await Promise.all([ensureCheckPartitions(pool), ensureCheckPartitions(pool)])
  await ensureCheckPartitions(pool)
  expect(await count("check_result_rest")).toBe(0)
  expect(await count("check_result")).toBe(1)
  const { rows } = await pool.query<{ name: string }>(
    "select relname as name from pg_class where relname ~ '^check_result_p[0-9]{8}$'",
  )
  expect(rows).toHaveLength(9)
})

test("a reader of all days and the creation of partitions do not deadlock", async () => {
  const { pool } = world.services.database
  const { rows: last } = await pool.query<{ name: string }>(
    "select relname as name from pg_class where relname ~ '^check_result_p[0-9]{8}$' order by 1 desc limit 1",
  )
  await pool.query(`drop table ${last[0]?.name}`)
  const reader = await pool.connect()
  try {
    await reader.query("begin")
    await reader.query("lock table only check_result in access share mode")
    const made = ensureCheckPartitions(pool)
    await reader.query("select count(*) from check_result")
    await reader.query("commit")
    await made
  } finally {
    reader.release()
  }
  const { rows } = await pool.query<{ count: number }>(
    "select count(*)::int from pg_class where relname ~ '^check_result_p[0-9]{8}$'",
  )
  expect(rows).toEqual([{ count: 9 }])
})

test("while a backup reads the tables, creating partitions is postponed and readers are not blocked", async () => {
  const { pool } = world.services.database
  const count = async () => {
    const { rows } = await pool.query<{ count: number }>(
      "select count(*)::int from pg_class where relname ~ '^check_evidence_p[0-9]{8}$'",
    )
    return rows[0]?.count
  }
  const { rows: last } = await pool.query<{ name: string }>(
    "select relname as name from pg_class where relname ~ '^check_evidence_p[0-9]{8}$' order by 1 desc limit 1",
  )
  await pool.query(`drop table ${last[0]?.name}`)
  const backup = await pool.connect()
  try {
    await backup.query("begin")
    // The locks that pg_dump holds while it runs.
    await backup.query("lock table check_result_rest, check_evidence_rest in access share mode")
    const made = ensureCheckPartitions(pool)
    await pool.query("select count(*) from check_evidence")
    await made
    expect(await count()).toBe(8)
  } finally {
    await backup.query("rollback")
    backup.release()
  }
  await ensureCheckPartitions(pool)
  expect(await count()).toBe(9)
  const { rows: setting } = await pool.query("show lock_timeout")
  expect(setting).toEqual([{ lock_timeout: "0" }])
})
