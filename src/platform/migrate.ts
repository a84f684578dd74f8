import { createHash, randomUUID } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import pg from "pg"
import { awaitLock } from "./hold-lock.ts"
import { openClient } from "./open-client.ts"

export const migrationsFolder = join(import.meta.dirname, "../../prisma/migrations")
/** Serializes programs that start at the same moment on one database. */
const startLock = 7_210_041

/** Prisma's own table, so that its tools can be used beside this. */
const journal = `
  create table if not exists _prisma_migrations (
    id varchar(36) primary key not null, checksum varchar(64) not null, finished_at timestamptz,
    migration_name varchar(255) not null, logs text, rolled_back_at timestamptz,
    started_at timestamptz not null default now(), applied_steps_count integer not null default 0)`

/** What an earlier run of the same script leaves behind: its objects exist, or those it renamed are gone. */
const signsOfApplied = new Set(["42P07", "42701", "42710", "42723", "42P01", "42703", "42704"])

export type MigrationState = {
  applied: string[]
  pending: string[]
  /** Applied by a later version: this one has no such files. */
  unknown: string[]
}

/** A migration failed and was rolled back; those before it remain. */
export class MigrationFailed extends Error {
  readonly migration: string
  constructor(migration: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.migration = migration
  }
}

/**
 * Applies pending migrations, each in one transaction with its record, so that a start after a crash continues
 * where the last one ended.
 *
 * @param only stops before migrations that are not listed.
 * @returns the names of those applied.
 * @throws {MigrationFailed}
 */
export async function migrate(
  connectionString: string,
  { only, folder = migrationsFolder }: { only?: readonly string[]; folder?: string } = {},
): Promise<string[]> {
  return awaitLock(connectionString, startLock, async () => {
    const client = await openClient(connectionString)
    try {
      await client.query(journal)
      const { pending } = await readState(client, folder)
      const wanted = pending.filter((name) => only === undefined || only.includes(name))
      for (const name of wanted) await apply(client, name, folder)
      return wanted
    } finally {
      await client.end()
    }
  })
}

async function apply(client: pg.Client, name: string, folder: string): Promise<void> {
  const content = await readFile(join(folder, name, "migration.sql"), "utf8")
  // The whole script is one transaction already.
  const script = content.replaceAll(/^(BEGIN|COMMIT);\s*$/gm, "")
  const { rowCount } = await client.query(
    "select from _prisma_migrations where migration_name = $1 and rolled_back_at is null",
    [name],
  )
  const wasInterrupted = (rowCount ?? 0) > 0
  await client.query("begin")
  try {
    await client.query("savepoint script")
    await client.query(script).catch(async (error: unknown) => {
      if (!wasInterrupted || !isSignOfApplied(error)) throw error
      await client.query("rollback to savepoint script")
    })
    await record(client, name, content, wasInterrupted)
    await client.query("commit")
  } catch (error) {
    // After a lost connection PostgreSQL rolls back by itself.
    await client.query("rollback").catch(() => undefined)
    throw new MigrationFailed(name, error)
  }
}

/** Earlier versions recorded a migration before they ran it, so a crash left its record unfinished. */
async function record(client: pg.Client, name: string, content: string, wasInterrupted: boolean) {
  if (wasInterrupted) {
    await client.query(
      "update _prisma_migrations set finished_at = now(), applied_steps_count = 1 where migration_name = $1",
      [name],
    )
    return
  }
  const checksum = createHash("sha256").update(content).digest("hex")
  await client.query(
    `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     values ($1, $2, $3, clock_timestamp(), 1)`,
    [randomUUID(), checksum, name],
  )
}

const isSignOfApplied = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && signsOfApplied.has(error.code ?? "")

/** What a start would do; changes nothing. */
export async function migrationState(
  connectionString: string,
  folder = migrationsFolder,
): Promise<MigrationState> {
  const client = await openClient(connectionString)
  try {
    return await readState(client, folder)
  } finally {
    await client.end()
  }
}

async function readState(client: pg.Client, folder: string): Promise<MigrationState> {
  const { rows: tables } = await client.query<{ known: string | null }>(
    "select to_regclass('_prisma_migrations')::text as known",
  )
  const { rows } = tables[0]?.known
    ? await client.query<{ name: string }>(
        "select migration_name as name from _prisma_migrations where finished_at is not null order by 1",
      )
    : { rows: [] }
  const applied = rows.map(({ name }) => name)
  const ours = await migrationNames(folder)
  return {
    applied,
    pending: ours.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !ours.includes(name)),
  }
}

/** The migrations of this version, in order. */
export async function migrationNames(folder = migrationsFolder): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).toSorted()
}
