import type { World } from "./world.ts"

/**
 * Makes every statement of a world read its `now()` from a clock that stands still until it is set. Columns with the
 * time as their default keep PostgreSQL's.
 */
export async function moveClock({ services: { database } }: World) {
  const { pool } = database
  await pool.query(`
    create schema moved;
    create table moved.clock (at timestamptz not null);
    insert into moved.clock values (date_trunc('milliseconds', now()));
    create function moved.now() returns timestamptz language sql stable as 'select at from moved.clock';
    do $$ begin
      execute format('alter database %I set search_path = moved, public, pg_catalog', current_database());
    end $$`)
  // Older connections use the real clock.
  await pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  )
  const held = await pool.connect()
  held.release(true)
  return async (at: Date): Promise<void> => {
    await pool.query("update moved.clock set at = $1", [at])
  }
}
