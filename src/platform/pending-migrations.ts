import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import pg from "pg"

const migrationsFolder = join(import.meta.dirname, "../../prisma/migrations")

/** Names of migrations that the database lacks. */
export async function pendingMigrations(connectionString: string): Promise<string[]> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ known: string | null }>(
      "select to_regclass('_prisma_migrations')::text as known",
    )
    const { rows } = tables[0]?.known
      ? await client.query<{ name: string }>(
          "select migration_name as name from _prisma_migrations where finished_at is not null",
        )
      : { rows: [] }
    const applied = new Set(rows.map(({ name }) => name))
    const { migrationDirectories } = await readMigrations()
    return migrationDirectories.flatMap(({ path }) => (applied.has(path) ? [] : [path]))
  } finally {
    await client.end()
  }
}

/** prisma/migrations as Prisma's engine takes them. */
export async function readMigrations() {
  const entries = await readdir(migrationsFolder, { withFileTypes: true })
  const names = entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).toSorted()
  const lock = await readFile(join(migrationsFolder, "migration_lock.toml"), "utf8")
  return {
    baseDir: migrationsFolder,
    lockfile: { path: "migration_lock.toml", content: lock },
    shadowDbInitScript: "",
    migrationDirectories: await Promise.all(
      names.map(async (path) => ({
        path,
        migrationFile: {
          path: "migration.sql",
          content: {
            tag: "ok" as const,
            value: await readFile(join(migrationsFolder, path, "migration.sql"), "utf8"),
          },
        },
      })),
    ),
  }
}
