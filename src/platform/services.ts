import type { Bus } from "./bus/bus.ts"
import { createPostgresBus } from "./bus/postgres-bus.ts"
import { systemClock, type Clock } from "./clock.ts"
import { SettingError, type Env } from "./env.ts"
import { followSettings } from "./follow-settings.ts"
import { createLog, type Log } from "./log.ts"
import { createLocalMeter } from "./meter/local-meter.ts"
import type { Meter } from "./meter/meter.ts"
import { createPostgresMeter } from "./meter/postgres-meter.ts"
import { changesProcesses } from "./pooler.ts"
import { connect, type Database } from "./postgres.ts"
import { readFromReplica } from "./replica.ts"
import type { Vault } from "./secret.ts"
import { openVault } from "./secret-key.ts"

/** What every role needs; created once per process and passed down. */
export type Services = {
  env: Env
  log: Log
  clock: Clock
  database: Database
  bus: Bus
  meter: Meter
  vault: Vault
}

export async function openServices(
  env: Env,
  connectionString: string,
  role: string,
): Promise<Services & { close(): Promise<void> }> {
  const log = createLog(env.LOG_LEVEL, role)
  const { database, end } = openDatabase(env, connectionString, log)
  if (env.REDIS_URL === undefined && (await changesProcesses(database.pool))) {
    await end()
    throw new SettingError(noNotifications)
  }
  const channel = await busChannel(database)
  const bus =
    env.REDIS_URL === undefined
      ? await createPostgresBus(connectionString, database.pool, channel, log)
      : await (await import("./bus/redis-bus.ts")).createRedisBus(env.REDIS_URL, channel, log)
  const stored = createPostgresMeter(database.pool)
  const meter = createLocalMeter({ pool: database.pool, clock: systemClock, log }, stored)
  const vault = await openVault(env, database.pool).catch(async (error: unknown) => {
    await Promise.all([meter.close(), bus.close()])
    await end()
    throw error
  })
  const unfollow = await followSettings({ env, log, database, bus, vault })
  return {
    env,
    log,
    clock: systemClock,
    database,
    bus,
    meter,
    vault,
    async close() {
      unfollow()
      await meter.close()
      await bus.close()
      await end()
    },
  }
}

/** With the replica for reads, if there is one. */
function openDatabase(env: Env, connectionString: string, log: Log) {
  const primary = connect(connectionString, env.DATABASE_POOL)
  if (env.DATABASE_READ_URL === undefined) return { database: primary, end: primary.end }
  const replica = connect(env.DATABASE_READ_URL, env.DATABASE_POOL)
  const read = readFromReplica(primary, replica, { clock: systemClock, log })
  return {
    database: { ...primary, read },
    async end() {
      await replica.end()
      await primary.end()
    },
  }
}

/** One channel per installation and database, so that several installations may share a Redis. */
async function busChannel({ pool }: Database): Promise<string> {
  const { rows } = await pool.query<{ channel: string }>(
    `select 'watchkeeper:' || oid || ':' || (select id from installation limit 1) as channel
       from pg_database where datname = current_database()`,
  )
  return rows[0]?.channel ?? "watchkeeper"
}

const noNotifications =
  "DATABASE_URL leads to a connection pooler in transaction mode, such as PgBouncer, which does not deliver " +
  "PostgreSQL's notifications. Set REDIS_URL, so that live updates use Redis, or set DATABASE_URL to PostgreSQL itself."
