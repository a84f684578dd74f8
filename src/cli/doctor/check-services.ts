import { readLast } from "../../findings/finding.ts"
import { say } from "../../findings/say.ts"
import { join } from "node:path"
import { findPostmaster } from "../../platform/embedded/cluster.ts"
import { hasCluster } from "../../platform/embedded/set-aside.ts"
import { startEmbedded } from "../../platform/embedded/start-embedded.ts"
import { SettingError, type Env } from "../../platform/env.ts"
import { readStored, refreshSettings } from "../../platform/follow-settings.ts"
import type { Log } from "../../platform/log.ts"
import { migrationState } from "../../platform/migrate.ts"
import { readBackupState } from "../../graphql/workspace/backup/read-backup-state.ts"
import { listParts } from "../../graphql/monitoring/health/list-parts.ts"
import { readFigures } from "../../graphql/monitoring/health/read-health.ts"
import { harmfulSkewMs } from "../../platform/resources/judge-usage.ts"
import { openClient, openPool } from "../../platform/open-client.ts"
import { redisHosts } from "../../platform/redis-url.ts"
import { findUnreadable } from "../../graphql/workspace/secret-key/find-unreadable.ts"
import { requireKey } from "../../graphql/workspace/secret-key/settle-key.ts"
import { createVault } from "../../platform/secret.ts"
import { readKeys } from "../../platform/secret-key.ts"
import { oldestServer, serverVersion, unreachable, withClient } from "../database.ts"
import { inWords } from "../lost-secrets.ts"
import { redisTrouble } from "../start-redis.ts"
import { checkBackups } from "./check-backups.ts"
import { error, ok, warning, type Finding } from "./finding.ts"
import { commandName } from "../../platform/command-name.ts"

/** Checks of external services. */

const skewNoticedMs = 1000

/** Checks the database without changing it: pending migrations are reported, not applied. */
export async function checkDatabase(env: Env, log: Log): Promise<Finding[]> {
  if (env.DATABASE_URL !== undefined) return examine(env, log, env.DATABASE_URL, "")
  const folder = join(env.DATA_DIR, "postgres")
  if (!(await hasCluster(folder))) {
    return [ok("database", "embedded PostgreSQL, created at the first start")]
  }
  const wasRunning = (await findPostmaster(folder)) !== null
  try {
    const embedded = await startEmbedded(env, log)
    try {
      return await examine(env, log, embedded.connectionString, wasRunning ? ", running" : "")
    } finally {
      await embedded.stop()
    }
  } catch (fault) {
    if (!(fault instanceof SettingError)) throw fault
    return [error("database", "the embedded PostgreSQL does not start", fault.message)]
  }
}

async function examine(
  env: Env,
  log: Log,
  connectionString: string,
  note: string,
): Promise<Finding[]> {
  try {
    const version = await serverVersion(connectionString)
    const words = `PostgreSQL ${Math.floor(version / 10_000)}.${version % 10_000}${note}`
    const tables = await checkTables(connectionString)
    return [
      version >= oldestServer
        ? ok("database", words)
        : error("database", words, "Watchkeeper needs PostgreSQL 15 or newer."),
      await checkWritable(connectionString),
      tables,
      await checkSecrets(connectionString, env),
      await checkClock(connectionString),
      ...(await checkBackups(connectionString, env)),
      ...(tables.status === "ok" ? await checkStored(connectionString, env, log) : []),
      ...(tables.status === "ok" ? await checkParts(connectionString) : []),
      ...(tables.status === "ok" ? await checkConnected(connectionString) : []),
    ].filter((one) => one !== null)
  } catch (fault) {
    const { message } = unreachable(connectionString, fault)
    return [error("database", "cannot be reached", message)]
  }
}

async function checkWritable(connectionString: string): Promise<Finding | null> {
  return withClient(connectionString, async (client) => {
    const { rows } = await client.query<{ only: string }>(
      "select current_setting('transaction_read_only') as only",
    )
    if (rows[0]?.only !== "on") return null
    const advice = "Connect to the primary in DATABASE_URL, or make the database writable."
    return error("read-only", "PostgreSQL takes no writes", advice)
  })
}

async function checkTables(connectionString: string): Promise<Finding> {
  const { pending, unknown } = await migrationState(connectionString)
  if (unknown.length > 0) {
    const words = `upgraded by a later version: ${unknown.join(", ")}`
    return error("tables", words, "Start that version of Watchkeeper or a later one.")
  }
  if (pending.length === 0) return ok("tables", "up to date")
  const advice = `Run \`${commandName} migrate\` or restart Watchkeeper to apply them.`
  return warning("tables", `${pending.length} pending: ${pending.join(", ")}`, advice)
}

/** Whether the key that is here opens what is stored; without a start, which would refuse another key. */
async function checkSecrets(connectionString: string, env: Env): Promise<Finding> {
  const name = "secrets"
  return withClient(connectionString, async (client) => {
    const { rows } = await client.query<{ known: string | null }>(
      "select to_regclass('public.installation')::text as known",
    )
    if (rows[0]?.known === null) return ok(name, "none are stored yet")
    try {
      await requireKey(client, env)
    } catch (fault) {
      if (!(fault instanceof SettingError)) throw fault
      return error(name, "cannot be decrypted with the secret key that is here", fault.message)
    }
    const [key, ...older] = await readKeys(env)
    if (key === undefined) return ok(name, "none are stored yet")
    const found = await findUnreadable(client, createVault(key, ...older))
    const lost = found.filter(({ ids }) => ids.length > 0)
    if (lost.length === 0) return ok(name, "the secret key decrypts all that are stored")
    const isVital = lost.some(({ column }) => column.isVital)
    const advice = lost.map(({ column }) => column.remedy ?? "").join(" ")
    return (isVital ? error : warning)(name, `not decrypted: ${inWords(lost)}`, advice)
  })
}

/** Where the settings of the operator come from; the checks after this one use them. */
async function checkStored(connectionString: string, env: Env, log: Log): Promise<Finding[]> {
  const [key, ...older] = await readKeys(env)
  if (key === undefined) return []
  const pool = await openPool(connectionString, 1)
  try {
    const store = { env, log, database: { pool }, vault: createVault(key, ...older) }
    const names = [...(await readStored(store)).keys()]
    await refreshSettings(store)
    const beaten = names.filter((name) => env.given.has(name))
    const used = names.filter((name) => !env.given.has(name))
    return [
      ...(used.length === 0 ? [] : [ok("operator", `set in the browser: ${used.join(", ")}`)]),
      ...(beaten.length === 0
        ? []
        : [
            ok(
              "operator",
              `set in the browser too, but the environment wins: ${beaten.join(", ")}`,
            ),
          ]),
    ]
  } finally {
    await pool.end()
  }
}

/** What the health report says of each part, in the same words; of an installation that runs, also elsewhere. */
async function checkParts(connectionString: string): Promise<Finding[]> {
  const pool = await openPool(connectionString, 1)
  try {
    const backups = await readBackupState(pool)
    const parts = listParts(await readFigures({ database: { pool } }), backups, null)
    const advice = "See docs/operations.md."
    return parts.flatMap(({ name, status, findings }) => {
      const line = status === "down" ? error : warning
      return findings.length === 0 ? [] : [line(name.toLowerCase(), findings, advice)]
    })
  } finally {
    await pool.end()
  }
}

type FailingChannel = { channel: string } & Parameters<typeof readLast>[0]

/** The channels behind the number in the health report, for who may read the database. */
async function checkConnected(connectionString: string): Promise<Finding[]> {
  return withClient(connectionString, async (client) => {
    const { rows } = await client.query<FailingChannel>(
      `select coalesce(p.name || ': ', '') || c.kind || ' "' || c.name || '": ' as channel,
              c.last_error as "lastError", c.last_findings as "lastFindings"
         from channel c left join project p on p.id = c.project_id
        where c.enabled and c.verified_at is not null and c.last_error is not null order by c.id desc limit 5`,
    )
    const advice = "Correct it on the page of the project's or the person's channels."
    return rows.map((row) => warning("channel", row.channel + say(readLast(row)), advice))
  })
}

/** Compares the database's clock with this machine's, halfway through the query. */
async function checkClock(connectionString: string): Promise<Finding> {
  const client = await openClient(connectionString)
  try {
    const before = Date.now()
    const { rows } = await client.query<{ ms: string }>(
      "select extract(epoch from clock_timestamp()) * 1000 as ms",
    )
    const skewMs = Math.round(Number(rows[0]?.ms) - (before + Date.now()) / 2)
    const words = `database and machine clocks differ by ${Math.abs(skewMs).toLocaleString("en")} ms`
    const advice = "Sync both with NTP: certificates and sessions depend on the clock."
    if (Math.abs(skewMs) > harmfulSkewMs) return error("clock", words, advice)
    return Math.abs(skewMs) > skewNoticedMs ? warning("clock", words, advice) : ok("clock", words)
  } finally {
    await client.end()
  }
}

export async function checkRedis(env: Env): Promise<Finding> {
  if (env.REDIS_URL === undefined) {
    return ok("redis", "not used; PostgreSQL delivers live updates")
  }
  const trouble = await redisTrouble(env)
  return trouble === null
    ? ok("redis", redisHosts(env.REDIS_URL))
    : warning("redis", "cannot be used", trouble)
}

/** Checks only the setting: a ping would report that all is well. */
export function checkWatcher({ DEAD_MAN_URL }: Env): Finding {
  if (DEAD_MAN_URL !== undefined) {
    return ok("watcher", `${new URL(DEAD_MAN_URL).host} is pinged every minute while healthy`)
  }
  return warning(
    "watcher",
    "nobody is notified when Watchkeeper itself is down",
    "Set DEAD_MAN_URL to the ping URL of a service that alerts when pings stop.",
  )
}
