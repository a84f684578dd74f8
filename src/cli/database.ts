import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import packageFile from "../../package.json" with { type: "json" }
import { markerTable } from "../platform/backup/read-catalog.ts"
import { hostNames, hostsOf } from "../platform/database-hosts.ts"
import { startEmbedded, type Embedded } from "../platform/embedded/start-embedded.ts"
import type { Unreadable } from "../graphql/workspace/secret-key/find-unreadable.ts"
import { acceptNewKey, adoptKey, requireKey } from "../graphql/workspace/secret-key/settle-key.ts"
import { SettingError, type Env } from "../platform/env.ts"
import type { Log } from "../platform/log.ts"
import { migrate, MigrationFailed, migrationState } from "../platform/migrate.ts"
import { isBreaking } from "../platform/migration-marks.ts"
import { openClient } from "../platform/open-client.ts"
import { awaitOlder } from "../platform/role-version.ts"
import { commandName } from "../platform/command-name.ts"

/** PostgreSQL 15. */
export const oldestServer = 150_000

export type OpenDatabase = {
  connectionString: string
  /** Null if DATABASE_URL is set. */
  embedded: Embedded | null
  applied: string[]
  /** What the key does not open, if a new one was accepted. */
  unreadable: Unreadable[]
  stop(): Promise<void>
}

/**
 * Connects to this installation's database and migrates it, after a backup if it has data.
 * @param acceptsNewKey replaces a lost secret key.
 * @throws {SettingError} if it cannot be reached, is too old, was left by a later version or half a restore, or was
 * encrypted with another secret key.
 */
export async function openDatabase(
  env: Env,
  log: Log,
  { acceptsNewKey = false }: { acceptsNewKey?: boolean } = {},
): Promise<OpenDatabase> {
  const { connectionString, embedded, stop } = await connectDatabase(env, log)
  try {
    await requireRestored(connectionString)
    const { applied, pending, unknown } = await migrationState(connectionString)
    requireKnownMigrations(unknown)
    const isEmpty = applied.length === 0
    // Before anything is backed up or changed with the wrong key.
    const unreadable = isEmpty
      ? []
      : await withClient(connectionString, (client) => checkKey(client, env, acceptsNewKey))
    if (pending.length > 0 && !isEmpty) {
      const breaking = pending.filter(isBreaking)
      await withClient(connectionString, (client) => awaitOlder(client, breaking, log))
      // Loaded lazily: only an upgrade needs it.
      const { backUpBeforeUpgrade } = await import("./back-up-before-upgrade.ts")
      await backUpBeforeUpgrade(env, log, connectionString)
    }
    const added = pending.length === 0 ? [] : await migrateOr(connectionString)
    await withClient(connectionString, (client) => adoptKey(client, env))
    return { connectionString, embedded, applied: added, unreadable, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function checkKey(client: pg.Client, env: Env, acceptsNew: boolean): Promise<Unreadable[]> {
  try {
    await requireKey(client, env)
    return []
  } catch (error) {
    if (!acceptsNew) throw error
    return acceptNewKey(client, env)
  }
}

export async function withClient<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await openClient(connectionString)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Connects without changing anything. */
export async function connectDatabase(
  env: Env,
  log: Log,
): Promise<Pick<OpenDatabase, "connectionString" | "embedded" | "stop">> {
  const embedded = env.DATABASE_URL === undefined ? await startEmbedded(env, log) : null
  const connectionString = embedded?.connectionString ?? env.DATABASE_URL ?? ""
  const stop = async () => embedded?.stop()
  try {
    if (embedded === null) await checkServer(connectionString)
    return { connectionString, embedded, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** @throws {SettingError} if a restore did not reach its end. */
export async function requireRestored(connectionString: string): Promise<void> {
  if ((await unfinishedRestore(connectionString)) === null) return
  throw new SettingError(
    `A restore of this database was interrupted before its last step. Run the same \`${commandName} restore\` again; ` +
      "it continues.",
  )
}

/** When the backup was made whose restore was interrupted; null if none was. */
export async function unfinishedRestore(connectionString: string): Promise<Date | null> {
  const client = await openClient(connectionString, { patienceMs: 5000 })
  try {
    const { rows } = await client.query<{ known: string | null }>(
      `select to_regclass('public.${markerTable}')::text as known`,
    )
    if (rows[0] === undefined || rows[0].known === null) return null
    const { rows: marks } = await client.query<{ madeAt: Date }>(
      `select made_at as "madeAt" from ${markerTable}`,
    )
    return marks[0]?.madeAt ?? null
  } finally {
    await client.end()
  }
}

/** @throws {SettingError} if a later version has migrated this database. */
function requireKnownMigrations(unknown: readonly string[]): void {
  if (unknown.length === 0) return
  throw new SettingError(
    `The database was upgraded by a later version of Watchkeeper (migrations ${unknown.join(", ")}), and this is ` +
      `${packageFile.version}. Start that version or a later one, or restore the backup from before the upgrade ` +
      "into an empty installation.",
  )
}

export async function migrateOr(connectionString: string): Promise<string[]> {
  try {
    return await migrate(connectionString)
  } catch (error) {
    if (!(error instanceof MigrationFailed)) throw error
    const code = error.cause instanceof pg.DatabaseError ? error.cause.code : ""
    const advice =
      code === "53100"
        ? "The disk of the database is full: free some space."
        : code === "25006"
          ? "The database is read-only: connect to the primary, or make it writable."
          : `See the message, and run \`${commandName} doctor\`.`
    throw new SettingError(
      `Migration ${error.migration} failed and was rolled back: ${error.message}. ${advice} ` +
        "The next start continues with it.",
      { cause: error },
    )
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
  const client = await openClient(connectionString, { patienceMs: 5000 })
  try {
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
  const [first = ""] = hostsOf(connectionString)
  const { pathname, username } = new URL(first)
  const host = hostNames(connectionString)
  const reasons: Record<string, string> = {
    ECONNREFUSED: `nothing is listening at ${host}`,
    NO_PRIMARY: `none of ${host} can be written to`,
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
