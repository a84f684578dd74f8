import { setTimeout as sleep } from "node:timers/promises"
import type pg from "pg"
import { SettingError } from "./env.ts"
import type { Log } from "./log.ts"
import { migrationNames } from "./migrate.ts"
import { isBreaking } from "./migration-marks.ts"

const reportMs = 20_000
/** A process that has not reported for this long is gone. */
const goneSeconds = 60
const pollMs = 2000

type Queryable = Pick<pg.Pool, "query">
type Process = { id: string; role: string; version: string }
/** A running process that does not know a migration. */
export type Older = Pick<Process, "role" | "version"> & { migration: string }

/**
 * Reports this process and the migrations that it knows until it stops.
 *
 * @throws {SettingError} if it does not know a breaking migration that was applied, or if processes still run that do
 * not; waits for those that were killed.
 */
export async function joinProcesses(
  pool: pg.Pool,
  own: Process,
  log: Log,
  known?: readonly string[],
): Promise<{ stop(): Promise<void> }> {
  const migrations = known ?? (await migrationNames())
  const breaking = migrations.filter(isBreaking)
  await requireKnown(pool, own, migrations)
  await awaitOlder(pool, breaking, log, own.id)
  await pool.query(
    `update installation set breaking_migration = $1
      where $1::text is not null and coalesce(breaking_migration, '') < $1::text`,
    [breaking.at(-1) ?? null],
  )
  await report(pool, own, migrations)
  const timer = setInterval(() => {
    report(pool, own, migrations).catch((err: unknown) =>
      log.debug({ err }, "could not report this process"),
    )
  }, reportMs)
  return {
    async stop() {
      clearInterval(timer)
      await pool.query("delete from role_process where id = $1", [own.id])
    },
  }
}

/** An earlier version that is started again after an upgrade. */
async function requireKnown(
  pool: Queryable,
  { role, version }: Process,
  migrations: readonly string[],
): Promise<void> {
  const { rows } = await pool.query<{ name: string | null }>(
    "select breaking_migration as name from installation",
  )
  const name = rows[0]?.name ?? null
  if (name === null || migrations.includes(name)) return
  throw new SettingError(
    `The database has the migration ${name}, which this ${role} of Watchkeeper ${version} does not know and cannot ` +
      "work with. Start the version that applied it.",
  )
}

/**
 * Waits until no role runs.
 *
 * @throws {SettingError} if one still does after the time in which a killed one is forgotten.
 */
export const awaitStopped = (database: Queryable, log: Log): Promise<void> =>
  // No process knows a migration without a name.
  awaitNone(log, async () => {
    const [running] = await findOlder(database, [""])
    return running === undefined
      ? null
      : `A process of Watchkeeper (${running.role}) runs on this database, and encrypts with the present key.`
  })

/**
 * Waits until no process runs that lacks one of the migrations.
 *
 * @throws {SettingError} if one still does after the time in which a killed one is forgotten.
 */
export async function awaitOlder(
  database: Queryable,
  migrations: readonly string[],
  log: Log,
  ownId: string | null = null,
): Promise<void> {
  await awaitNone(log, async () => {
    const [older] = await findOlder(database, migrations, ownId)
    return older === undefined
      ? null
      : `A process of Watchkeeper ${older.version} (${older.role}) runs on this database and cannot work with the ` +
          `migration ${older.migration}, which it does not know.`
  })
}

async function awaitNone(log: Log, findObstacle: () => Promise<string | null>): Promise<void> {
  const polls = Math.ceil((goneSeconds * 1000) / pollMs) + 1
  for (let poll = 1; ; poll += 1) {
    const obstacle = await findObstacle()
    if (obstacle === null) return
    if (poll > polls) throw new SettingError(`${obstacle} Stop such processes first.`)
    if (poll === 1) log.warn(`${obstacle} Waiting until it stops.`)
    await sleep(pollMs)
  }
}

/** Running processes that lack one of the migrations. Those of 0.1.0 do not say what they know, and lack all. */
export async function findOlder(
  database: Queryable,
  migrations: readonly string[],
  ownId: string | null = null,
): Promise<Older[]> {
  const { rows: tables } = await database.query<{ known: string | null }>(
    "select to_regclass('public.role_process')::text as known",
  )
  if (migrations.length === 0 || typeof tables[0]?.known !== "string") return []
  const { rows } = await database.query<Older>(
    `select p.role, p.version, lacking.name as migration
       from role_process p
      cross join lateral (
        select name from unnest($1::text[]) as name
         where not coalesce(to_jsonb(p) -> 'migrations' ? name, false) order by name limit 1) lacking
      where p.id is distinct from $2::uuid and p.seen_at > now() - make_interval(secs => $3)
      order by p.seen_at desc`,
    [migrations, ownId, goneSeconds],
  )
  return rows
}

async function report(
  pool: Queryable,
  { id, role, version }: Process,
  migrations: readonly string[],
): Promise<void> {
  await pool.query(
    `with gone as (delete from role_process where seen_at < now() - interval '1 day')
     insert into role_process (id, role, version, migrations, seen_at) values ($1, $2, $3, $4, now())
     on conflict (id) do update set seen_at = now(), version = $3, migrations = $4`,
    [id, role, version, migrations],
  )
}
