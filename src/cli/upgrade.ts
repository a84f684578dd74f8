import { readFile, statfs } from "node:fs/promises"
import { join } from "node:path"
import type { Command } from "commander"
import type pg from "pg"
import packageFile from "../../package.json" with { type: "json" }
import { backupPlaceOf, isBesideData } from "../platform/backup/backup-place.ts"
import { writtenBy } from "../platform/embedded/cluster.ts"
import { allAside } from "../platform/embedded/set-aside.ts"
import type { Env } from "../platform/env.ts"
import { createLog } from "../platform/log.ts"
import { migrationState, migrationsFolder } from "../platform/migrate.ts"
import { isBreaking, migrationMarks } from "../platform/migration-marks.ts"
import { effectsOf, estimateSeconds, type Effect } from "../platform/migration-effects.ts"
import { openClient } from "../platform/open-client.ts"
import { findOlder, type Older } from "../platform/role-version.ts"
import { requireDatabase } from "./backup.ts"
import { exitOnSignals, quietEnv } from "./cli-session.ts"
import { addCommand, addGroup } from "./command.ts"
import { connectDatabase, requireRestored } from "./database.ts"
import { print } from "./output.ts"
import { majorHere, upgradePostgres, type UpgradedPostgres } from "./upgrade-postgres.ts"
import { commandName } from "../platform/command-name.ts"

type Change = Effect & { rows: number; bytes: number; seconds: number }
type Pending = { name: string; is_breaking: boolean; changes: Change[] }

export type UpgradeCheck = {
  version: string
  postgres: string
  database_bytes: number
  disk_free_bytes: number | null
  /** Where a backup is made first; null if BACKUP_BEFORE_UPGRADE is off. */
  backup_place: string | null
  pending: Pending[]
  /** Running processes that must stop first, because they cannot work with a pending migration. */
  stop_first: Older[]
  seconds: number
  /** Of an embedded database that this version's PostgreSQL does not start on, so that it must be upgraded first. */
  postgres_upgrade: { from: string; to: string } | null
  problems: string[]
}

/** Compressed tables are smaller than the database with its indexes, so this leaves a margin. */
const backupShare = 0.5
const backupBytesPerSecond = 10_000_000

export function registerUpgrade(program: Command): void {
  const group = addGroup(program, "upgrade", "prepare an upgrade")
  addCommand(group, "check", "show what this version would change, without changing it").action(
    async ({ json }: { json: boolean }) => {
      const env = quietEnv()
      exitOnSignals()
      await requireDatabase(env)
      const { connectionString, stop } = await connectDatabase(env, createLog("silent", "command"))
      try {
        await requireRestored(connectionString)
        const found = await checkUpgrade(env, connectionString)
        print(json, { ok: found.problems.length === 0, ...found }, () => describe(found))
        if (found.problems.length > 0) process.exitCode = 1
      } finally {
        await stop()
      }
    },
  )
  addCommand(group, "postgres", "move the embedded database to this version's PostgreSQL")
    .requiredOption("--from <folder>", "where the programs of the PostgreSQL that wrote it are")
    .action(async ({ from, json }: { from: string; json: boolean }) => {
      const env = quietEnv()
      exitOnSignals()
      const done = await upgradePostgres(env, createLog(env.LOG_LEVEL, "upgrade"), from)
      const kept = (await allAside(join(env.DATA_DIR, "postgres"))).map(({ folder }) => folder)
      print(json, { upgraded: done, kept }, () => upgraded(done, kept))
    })
}

const upgraded = (done: UpgradedPostgres | null, kept: string[]): string => {
  const first =
    done === null
      ? "The database is of this version's PostgreSQL already."
      : `Upgraded from PostgreSQL ${done.from} to ${done.to}: ${done.rows.toLocaleString("en")} rows, compared. Backup: ${done.backup}`
  const advice = kept.map(
    (folder) => `${folder} is the database as it was. Delete it when you no longer need it.`,
  )
  return [first, ...advice].join("\n")
}

async function checkUpgrade(env: Env, connectionString: string): Promise<UpgradeCheck> {
  const { pending, unknown } = await migrationState(connectionString)
  const client = await openClient(connectionString)
  try {
    const { rows } = await client.query<{ postgres: string; bytes: number }>(
      `select split_part(current_setting('server_version'), ' ', 1) as postgres,
              pg_database_size(current_database())::float8 as bytes`,
    )
    const [{ postgres, bytes } = { postgres: "", bytes: 0 }] = rows
    const changes: Pending[] = []
    for (const name of pending) {
      const is_breaking = isBreaking(name)
      changes.push({ name, is_breaking, changes: await measure(client, name) })
    }
    const disk = await statfs(env.DATA_DIR).catch(() => null)
    const free = disk === null ? null : disk.bavail * disk.bsize
    const hasBackup = pending.length > 0 && env.BACKUP_BEFORE_UPGRADE === "on"
    const all = changes.flatMap((one) => one.changes)
    const needed = neededBytes(env, all, hasBackup ? bytes : 0)
    const problems = [
      unknown.length > 0 &&
        `The database was upgraded by a later version (${unknown.join(", ")}). Install that version or a later one.`,
      free !== null &&
        free < needed &&
        `The upgrade may need ${inGib(needed)} of disk space and ${inGib(free)} are free. Free some space first.`,
    ].filter((one) => one !== false)
    return {
      version: packageFile.version,
      postgres,
      database_bytes: bytes,
      disk_free_bytes: free,
      backup_place: hasBackup ? backupPlaceOf(env).name : null,
      pending: changes,
      stop_first: await findOlder(client, pending.filter(isBreaking)),
      postgres_upgrade: await postgresUpgrade(env),
      seconds:
        all.reduce((sum, { seconds }) => sum + seconds, 0) +
        (hasBackup ? Math.ceil(bytes / backupBytesPerSecond) : 0),
      problems,
    }
  } finally {
    await client.end()
  }
}

/** While the earlier version still runs its own server, which this one joins. */
async function postgresUpgrade({ DATABASE_URL, DATA_DIR }: Env) {
  if (DATABASE_URL !== undefined) return null
  const folder = join(DATA_DIR, "postgres")
  const from = await writtenBy(folder)
  const to = await majorHere(folder, createLog("silent", "upgrade"))
  return from === null || from === to ? null : { from, to }
}

/** A table that is rewritten exists twice until the migration commits. An external database has its own disk. */
function neededBytes(env: Env, all: Change[], bytes: number) {
  const rewritten = all.filter(({ work }) => work === "rewrite").map((one) => one.bytes)
  const own = env.DATABASE_URL === undefined ? Math.max(0, ...rewritten) : 0
  return own + (isBesideData(env) ? bytes * backupShare : 0)
}

/** Sizes include partitions and indexes; rows are PostgreSQL's estimate. */
async function measure(client: pg.Client, migration: string): Promise<Change[]> {
  const effects = effectsOf(
    await readFile(join(migrationsFolder, migration, "migration.sql"), "utf8"),
  )
  const { rows } = await client.query<{ table: string; rows: number; bytes: number }>(
    `select t.name as table, coalesce(sum(greatest(c.reltuples, 0)), 0)::float8 as rows,
            coalesce(sum(pg_total_relation_size(c.oid)), 0)::float8 as bytes
       from unnest($1::text[]) as t (name)
       left join lateral pg_partition_tree(to_regclass(quote_ident(t.name))) p on true
       left join pg_class c on c.oid = coalesce(p.relid, to_regclass(quote_ident(t.name))) and c.relkind = 'r'
      group by t.name`,
    [effects.map(({ table }) => table)],
  )
  const sizes = new Map(rows.map((row) => [row.table, row]))
  return effects.map((effect) => {
    const { rows: count = 0, bytes = 0 } = sizes.get(effect.table) ?? {}
    return { ...effect, rows: count, bytes, seconds: estimateSeconds(effect.work, bytes) }
  })
}

function describe({ version, postgres, pending, problems, ...found }: UpgradeCheck): string {
  const free = found.disk_free_bytes
  const lines = [
    `Watchkeeper ${version}, PostgreSQL ${postgres}, database ${inGib(found.database_bytes)}${free === null ? "" : `, ${inGib(free)} of disk free`}`,
  ]
  if (pending.length === 0) lines.push("The database is up to date: nothing would be changed.")
  else {
    if (found.backup_place !== null) lines.push(`A backup is made first: ${found.backup_place}`)
    const migrations = pending.length === 1 ? "migration" : "migrations"
    lines.push(`${pending.length} pending ${migrations}, about ${found.seconds} s:`)
    for (const { name, is_breaking, changes } of pending) {
      const why = is_breaking
        ? ` (earlier versions cannot work with it: ${migrationMarks[name]?.why ?? ""})`
        : ""
      lines.push(`  ${name}${why}`, ...changes.map(changeLine))
    }
    if (found.stop_first.length > 0) {
      const running = found.stop_first.map(({ role, version }) => `${role} of ${version}`)
      lines.push(`Stop these processes first; the upgrade waits for them: ${running.join(", ")}.`)
    } else if (pending.some((one) => one.is_breaking)) {
      lines.push("Stop all processes of the earlier version before you start this one.")
    } else lines.push("Processes of the earlier version can run during the upgrade.")
  }
  if (found.postgres_upgrade !== null) {
    const { from, to } = found.postgres_upgrade
    lines.push(
      `The database was written by PostgreSQL ${from}, and this version has ${to}. Keep the folder of the earlier ` +
        `version, stop it, and run \`${commandName} upgrade postgres --from <folder>\` before you start this one.`,
    )
  }
  return [...lines, ...problems.map((one) => `Problem: ${one}`)].join("\n")
}

function changeLine({ table, lockedOut, rows, seconds }: Change): string {
  const waits = lockedOut === "nothing" ? "blocks nothing" : `blocks ${lockedOut}`
  return `    ${table} (${rows.toLocaleString("en")} rows): ${waits}, about ${seconds} s`
}

const inGib = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(2)} GiB`
