import { getServers, Resolver } from "node:dns/promises"
import { join } from "node:path"
import pg from "pg"
import { findPostmaster } from "../../embedded/cluster.ts"
import { startEmbedded } from "../../embedded/start.ts"
import type { Env } from "../../env.ts"
import { SettingError } from "../../env.ts"
import type { Log } from "../../log.ts"
import { pendingMigrations } from "../../migrate.ts"
import { checkEgress } from "../../probe/egress.ts"
import { readOrNull } from "../../process-lock.ts"
import { codeOf, oldestServer, serverVersion, unreachable } from "../database.ts"
import { redisTrouble } from "../redis.ts"
import type { Finding } from "./finding.ts"
import { error, ok, warning } from "./finding.ts"

/** What Watchkeeper must be able to reach. */

const skewNoticedMs = 1000
const skewHarmfulMs = 30_000

/** Looks at the database without changing it: migrations that wait are told, not applied. */
export async function checkDatabase(env: Env, log: Log): Promise<Finding[]> {
  if (env.DATABASE_URL !== undefined) return examine(env.DATABASE_URL, "")
  const folder = join(env.DATA_DIR, "postgres")
  if ((await readOrNull(join(folder, "PG_VERSION"))) === null) {
    return [ok("database", "its own PostgreSQL, made at the first start")]
  }
  const wasRunning = (await findPostmaster(folder)) !== null
  try {
    const embedded = await startEmbedded(env, log)
    try {
      return await examine(embedded.connectionString, wasRunning ? ", running" : "")
    } finally {
      await embedded.stop()
    }
  } catch (fault) {
    if (!(fault instanceof SettingError)) throw fault
    return [error("database", "its own PostgreSQL does not start", fault.message)]
  }
}

async function examine(connectionString: string, note: string): Promise<Finding[]> {
  try {
    const version = await serverVersion(connectionString)
    const words = `PostgreSQL ${Math.floor(version / 10_000)}.${version % 10_000}${note}`
    return [
      version >= oldestServer
        ? ok("database", words)
        : error("database", words, "Watchkeeper needs PostgreSQL 15 or newer."),
      await checkTables(connectionString),
      await checkClock(connectionString),
    ]
  } catch (fault) {
    const { message } = unreachable(connectionString, fault)
    return [error("database", "cannot be reached", message)]
  }
}

async function checkTables(connectionString: string): Promise<Finding> {
  const pending = await pendingMigrations(connectionString)
  if (pending.length === 0) return ok("tables", "up to date")
  const advice = "`npx watchkeeper migrate` brings them up to date; so does the next start."
  return warning("tables", `${pending.length} to be applied: ${pending.join(", ")}`, advice)
}

/** The database's clock against this machine's, halfway through the question. */
async function checkClock(connectionString: string): Promise<Finding> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const before = Date.now()
    const { rows } = await client.query<{ ms: string }>(
      "select extract(epoch from clock_timestamp()) * 1000 as ms",
    )
    const skewMs = Math.round(Number(rows[0]?.ms) - (before + Date.now()) / 2)
    const words = `database and machine differ by ${Math.abs(skewMs).toLocaleString("en")} ms`
    const advice = "Let both follow a time server (NTP): certificates and sessions go by the clock."
    if (Math.abs(skewMs) > skewHarmfulMs) return error("clock", words, advice)
    return Math.abs(skewMs) > skewNoticedMs ? warning("clock", words, advice) : ok("clock", words)
  } finally {
    await client.end()
  }
}

export async function checkRedis(env: Env): Promise<Finding> {
  if (env.REDIS_URL === undefined) {
    return ok("redis", "not used; PostgreSQL carries the live updates")
  }
  const trouble = await redisTrouble(env)
  return trouble === null
    ? ok("redis", new URL(env.REDIS_URL).host)
    : warning("redis", "cannot be used", trouble)
}

/** Any answer will do, even that there is none of the kind: the server is there. */
export async function checkResolvers({ RESOLVERS }: Env): Promise<Finding> {
  const servers = RESOLVERS.length > 0 ? RESOLVERS : getServers()
  const silent = (await Promise.all(servers.map(isSilent))).filter((server) => server !== null)
  const advice = "Check /etc/resolv.conf, or set RESOLVERS to name servers that answer from here."
  if (servers.length === 0) return error("resolvers", "none is configured", advice)
  if (silent.length === servers.length) {
    return error("resolvers", `no answer from ${silent.join(", ")}`, advice)
  }
  return silent.length > 0
    ? warning("resolvers", `no answer from ${silent.join(", ")}`, advice)
    : ok("resolvers", servers.join(", "))
}

async function isSilent(server: string): Promise<string | null> {
  try {
    const resolver = new Resolver({ timeout: 2000, tries: 1 })
    resolver.setServers([server])
    await resolver.resolveNs(".")
    return null
  } catch (fault) {
    return ["ETIMEOUT", "ECONNREFUSED", "ERR_INVALID_IP_ADDRESS"].includes(codeOf(fault))
      ? server
      : null
  }
}

/** Without them a time-out might be our own line's fault, and is never held against a target. */
export async function checkAnchors({ EGRESS_ANCHORS }: Env): Promise<Finding> {
  const { samples } = await checkEgress({ anchors: EGRESS_ANCHORS })
  const silent = samples.filter(({ reachable }) => !reachable).map(({ anchor }) => anchor)
  if (silent.length === samples.length) {
    return error(
      "egress",
      `no anchor answers (${silent.join(", ")})`,
      "Set EGRESS_ANCHORS to addresses that always answer from here; until then time-outs count as " +
        "unknown, not as outages.",
    )
  }
  const words = `${samples.length - silent.length} of ${samples.length} anchors answer`
  return silent.length > samples.length / 2
    ? warning("egress", words, `Replace those that never answer from here: ${silent.join(", ")}`)
    : ok("egress", words)
}

/** Looks at the setting alone: a ping says that all is well, which is not for the doctor to say. */
export function checkWatcher({ DEAD_MAN_URL }: Env): Finding {
  if (DEAD_MAN_URL !== undefined) {
    return ok("watcher", `${new URL(DEAD_MAN_URL).host} is pinged each minute while all is well`)
  }
  return warning(
    "watcher",
    "nobody outside notices when Watchkeeper itself is down",
    "Set DEAD_MAN_URL to the check-in address of a service that raises an alarm when it is silent.",
  )
}
