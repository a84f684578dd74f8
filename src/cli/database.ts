import pg from "pg"
import { setTimeout as sleep } from "node:timers/promises"
import type { Env } from "../env.ts"
import { SettingError } from "../env.ts"
import type { Embedded } from "../embedded/start.ts"
import { startEmbedded } from "../embedded/start.ts"
import type { Log } from "../log.ts"
import { migrate, pendingMigrations } from "../migrate.ts"

/** PostgreSQL 15. */
export const oldestServer = 150_000

export type OpenDatabase = {
  connectionString: string
  /** Null where DATABASE_URL names a server of one's own. */
  embedded: Embedded | null
  applied: string[]
  stop(): Promise<void>
}

/**
 * The database of this installation, reachable and migrated.
 *
 * @throws {SettingError} where it cannot be reached or is too old.
 */
export async function openDatabase(env: Env, log: Log): Promise<OpenDatabase> {
  const embedded = env.DATABASE_URL === undefined ? await startEmbedded(env, log) : null
  const connectionString = embedded?.connectionString ?? env.DATABASE_URL ?? ""
  const stop = async () => embedded?.stop()
  try {
    if (embedded === null) await checkServer(connectionString)
    const pending = await pendingMigrations(connectionString)
    const applied = pending.length > 0 ? await migrate(connectionString) : []
    return { connectionString, embedded, applied, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Waits a little for a server that is only just starting. */
async function checkServer(connectionString: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const version = await serverVersion(connectionString)
      if (version >= oldestServer) return
      throw new SettingError(
        `DATABASE_URL names a PostgreSQL ${Math.floor(version / 10_000)}; Watchkeeper needs 15 or newer.`,
      )
    } catch (error) {
      if (error instanceof SettingError) throw error
      if (attempt === 5 || !isPassing(error)) throw unreachable(connectionString, error)
      await sleep(400)
    }
  }
}

/** As in server_version_num: 180004 for 18.4. */
export async function serverVersion(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000 })
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string }>(
      "select current_setting('server_version_num') as version",
    )
    return Number(rows[0]?.version)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** cannot_connect_now (57P03) and a refused connection end by themselves when the server comes up. */
const isPassing = (error: unknown) => ["57P03", "ECONNREFUSED"].includes(codeOf(error))

export function codeOf(error: unknown): string {
  const first = error instanceof AggregateError ? (error.errors as unknown[])[0] : error
  return first instanceof Error && "code" in first ? String(first.code) : ""
}

export function unreachable(connectionString: string, error: unknown): SettingError {
  const { host, pathname, username } = new URL(connectionString)
  const reasons: Record<string, string> = {
    ECONNREFUSED: `nothing listens at ${host}`,
    ENOTFOUND: `the host name in ${host} is not known`,
    EAI_AGAIN: `the host name in ${host} could not be resolved`,
    ETIMEDOUT: `${host} does not answer`,
    "28P01": `${host} refuses the password of ${username}`,
    "28000": `${host} does not let ${username} in`,
    "3D000": `there is no database ${pathname.slice(1)} at ${host}`,
  }
  const said = error instanceof Error ? error.message : String(error)
  return new SettingError(
    `DATABASE_URL cannot be used: ${reasons[codeOf(error)] ?? `${host} says "${said}"`}. Start that ` +
      "PostgreSQL or correct the address; without DATABASE_URL Watchkeeper brings its own.",
    { cause: error },
  )
}
