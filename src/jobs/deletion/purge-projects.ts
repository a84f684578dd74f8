import { setTimeout as pause } from "node:timers/promises"
import type pg from "pg"
import { holdLock } from "../../platform/hold-lock.ts"
import { startLoop, type Loop } from "../../platform/loop.ts"
import type { Services } from "../../platform/services.ts"
import { throwAll } from "../../platform/throw-all.ts"
import { readForeignKeys, type ForeignKey, type ForeignKeys } from "./foreign-keys.ts"

const everyMs = 15_000
/** One process at a time deletes. */
const purgeLock = 7_210_045
/** Rows that nothing refers to, per statement. */
const rowsAtOnce = 5000
/** Rows whose own rows are deleted first, per round. */
const parentsAtOnce = 500
/** Pause between statements, so that others are not slowed down. */
const restMs = 10

type Needs = Pick<Services, "database" | "log">
type Run = { pool: pg.Pool; keys: ForeignKeys; isStopping(): boolean }

/** Deletes the rows of projects that were deleted. */
export const startPurge = (services: Needs): Loop =>
  startLoop(services.log, "deletion", everyMs, (isStopping) => purgeProjects(services, isStopping))

/**
 * Deletes everything that belongs to deleted projects, along the foreign keys and in batches, each a transaction of its
 * own. The project's row goes last, so that an interrupted run is continued by the next one. A project that fails
 * delays no other.
 *
 * @throws {AggregateError} at the end, with what failed.
 */
export async function purgeProjects(
  { database: { pool, connectionString }, log }: Needs,
  isStopping: () => boolean = () => false,
): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    "select id from project where deleted_at is not null order by deleted_at limit 100",
  )
  if (rows.length === 0) return
  await holdLock(connectionString, purgeLock, async () => {
    const run: Run = { pool, keys: await readForeignKeys(pool), isStopping }
    const failed = new Map<string, unknown>()
    for (const { id } of rows) {
      try {
        const isDone = await purgeRowsOf(run, "project", [{ id }], [])
        if (!isDone) return
        await pool.query("delete from project where id = $1 and deleted_at is not null", [id])
        log.info({ projectId: id }, "all rows of a deleted project were deleted")
      } catch (error) {
        failed.set(id, error)
      }
    }
    throwAll(failed)
  })
}

type Row = Record<string, unknown>

/** Deletes the rows that refer to these rows of `table`. False if it was stopped before the end. */
async function purgeRowsOf(
  run: Run,
  table: string,
  rows: Row[],
  above: readonly string[],
): Promise<boolean> {
  const path = [...above, table]
  for (const key of run.keys.get(table) ?? []) {
    if (path.includes(key.table)) continue
    const values = rows.map((row) => row[key.parentColumn])
    if (!(await purge(run, key, values, path))) return false
  }
  return true
}

async function purge(
  run: Run,
  key: ForeignKey,
  values: unknown[],
  path: readonly string[],
): Promise<boolean> {
  const { table, column } = key
  const columns = [...new Set((run.keys.get(table) ?? []).map((one) => one.parentColumn))]
  const [first] = columns
  for (;;) {
    if (run.isStopping()) return false
    if (first === undefined) {
      const { rowCount } = await run.pool.query(
        `delete from ${table} where ctid = any(array(
           select ctid from ${table} where ${column} = any($1) limit ${rowsAtOnce}))`,
        [values],
      )
      if ((rowCount ?? 0) < rowsAtOnce) return true
    } else {
      const { rows } = await run.pool.query<Row>(
        `select ${columns.join(", ")} from ${table} where ${column} = any($1) limit ${parentsAtOnce}`,
        [values],
      )
      if (rows.length === 0) return true
      if (!(await purgeRowsOf(run, table, rows, path))) return false
      await run.pool.query(`delete from ${table} where ${first} = any($1)`, [
        rows.map((row) => row[first]),
      ])
      if (rows.length < parentsAtOnce) return true
    }
    await pause(restMs)
  }
}
