import pg from "pg"
import { setTimeout as sleep } from "node:timers/promises"
import type { Env } from "../platform/env.ts"
import { SettingError } from "../platform/env.ts"
import type { Embedded } from "../platform/embedded/start-embedded.ts"
import { startEmbedded } from "../platform/embedded/start-embedded.ts"
import type { Log } from "../platform/log.ts"
import { pendingMigrations } from "../platform/pending-migrations.ts"
import { applyMigrations } from "./apply-migrations.ts"

/** PostgreSQL 15. */
export const oldestServer = 150_000

export type OpenDatabase = {
  connectionString: string
  /** Null if DATABASE_URL is set. */
  embedded: Embedded | null
  applied: string[]
  stop(): Promise<void>
}

/**
 * Connects to this installation's database and migrates it.
 * @throws {SettingError} if it cannot be reached or is too old.
 */
export async function openDatabase(env: Env, log: Log): Promise<OpenDatabase> {
  const embedded = env.DATABASE_URL === undefined ? await startEmbedded(env, log) : null
  const connectionString = embedded?.connectionString ?? env.DATABASE_URL ?? ""
  const stop = async () => embedded?.stop()
  try {
    if (embedded === null) await checkServer(connectionString)
    const pending = await pendingMigrations(connectionString)
    const applied = pending.length > 0 ? await applyMigrations(connectionString) : []
    return { connectionString, embedded, applied, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Waits briefly for a server that is starting. */
async function checkServer(connectionString: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const version = await serverVersion(connectionString)
      if (version >= oldestServer) return
      throw new SettingError(
        `DATABASE_URL points to PostgreSQL ${Math.floor(version / 10_000)}. Watchkeeper needs 15 or newer.`,
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

/** cannot_connect_now (57P03) and a refused connection are temporary while the server starts. */
const isPassing = (error: unknown) => ["57P03", "ECONNREFUSED"].includes(codeOf(error))

export function codeOf(error: unknown): string {
  const first = error instanceof AggregateError ? (error.errors as unknown[])[0] : error
  return first instanceof Error && "code" in first ? String(first.code) : ""
}

export function unreachable(connectionString: string, error: unknown): SettingError {
  const { host, pathname, username } = new URL(connectionString)
  const reasons: Record<string, string> = {
    ECONNREFUSED: `nothing is listening at ${host}`,
    ENOTFOUND: `the host name in ${host} does not exist`,
    EAI_AGAIN: `the host name in ${host} could not be resolved`,
    ETIMEDOUT: `${host} does not respond`,
    "28P01": `${host} rejected the password of ${username}`,
    "28000": `${host} rejected user ${username}`,
    "3D000": `database ${pathname.slice(1)} does not exist at ${host}`,
  }
  const said = error instanceof Error ? error.message : String(error)
  return new SettingError(
    `Cannot connect to DATABASE_URL: ${reasons[codeOf(error)] ?? `${host} returned "${said}"`}. Start that ` +
      "PostgreSQL, correct the URL, or unset DATABASE_URL to use the embedded PostgreSQL.",
    { cause: error },
  )
}
