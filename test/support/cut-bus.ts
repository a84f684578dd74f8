import type pg from "pg"
import { expect } from "vitest"
import { busApplicationName } from "../../src/platform/bus/postgres-bus.ts"

/** Terminates the LISTEN connections of this database, as a restart would. */
export async function cutBus(pool: pg.Pool): Promise<void> {
  const { rowCount } = await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = $1 and datname = current_database()`,
    [busApplicationName],
  )
  expect(rowCount).toBeGreaterThan(0)
}
