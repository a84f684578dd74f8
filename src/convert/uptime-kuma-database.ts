import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { DatabaseSync } from "node:sqlite"
import { ConvertError, mostMonitors, tooMany } from "./conversion.ts"
import { isMembers, type Members } from "./source.ts"
import { monitorTable, restTables } from "./uptime-kuma-members.ts"

/** The first bytes of every SQLite database. */
export const databaseMark = "SQLite format 3\u0000"

const suffix = "-wal"
const mostAttempts = 3

/**
 * Reads the database of Uptime Kuma, which has no export from version 2 on, as the text of a backup. It is copied
 * with the `-wal` beside it, which holds the latest changes, and only the copy is opened.
 *
 * @throws {ConvertError}
 */
export async function readKumaDatabase(path: string): Promise<string> {
  // Loaded on first use: Node warns that the module may still change.
  const sqlite = await import("node:sqlite")
  const folder = mkdtempSync(join(tmpdir(), "watchkeeper-"))
  try {
    const copy = join(folder, "kuma.db")
    copyQuiet(path, copy)
    const database = new sqlite.DatabaseSync(copy, { readOnly: true })
    try {
      return JSON.stringify(readAll(database, existsSync(`${path}${suffix}`)))
    } finally {
      database.close()
    }
  } catch (error) {
    throw messageOf(error)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Copies both files while nobody writes to them. */
function copyQuiet(path: string, copy: string): void {
  for (let attempt = 1; ; attempt += 1) {
    const before = stampOf(path)
    copyFileSync(path, copy)
    if (existsSync(`${path}${suffix}`)) copyFileSync(`${path}${suffix}`, `${copy}${suffix}`)
    if (stampOf(path) === before) return
    if (attempt === mostAttempts) {
      throw new ConvertError(
        "The database changes while it is read. Stop Uptime Kuma, or copy its data folder first.",
      )
    }
  }
}

const stampOf = (path: string): string =>
  [path, `${path}${suffix}`]
    .map((file) => statSync(file, { throwIfNoEntry: false }))
    .map((stat) => (stat === undefined ? "" : `${stat.size}:${stat.mtimeMs}`))
    .join()

/** SQLite's message may quote content. */
function messageOf(error: unknown): unknown {
  if (error instanceof ConvertError || !(error instanceof Error)) return error
  const code = "code" in error ? String(error.code) : ""
  if (code === "ENOENT") return new ConvertError("There is no such database file.")
  if (code !== "ERR_SQLITE_ERROR") return error
  return new ConvertError(
    "The database is damaged or incomplete: copy kuma.db together with kuma.db-wal, while Uptime Kuma is stopped.",
  )
}

function readAll(database: DatabaseSync, hasLog: boolean): Members {
  // A view or a generated column could run anything.
  const safe = new Set(
    database
      .prepare("select name, sql from sqlite_master where type = 'table'")
      .all()
      .flatMap(({ name, sql }) =>
        typeof name === "string" && typeof sql === "string" && isPlain(sql) ? [name] : [],
      ),
  )
  if (!safe.has("monitor") || !columnsOf(database, "monitor").has("accepted_statuscodes_json")) {
    throw new ConvertError("This is a database, but not that of Uptime Kuma: it has no monitors.")
  }
  const count = countIn(database, "monitor")
  if (count > mostMonitors) throw tooMany()
  const monitors = database.prepare("select * from monitor order by id").all()
  const tags = safe.has("tag") && safe.has("monitor_tag") ? tagsOf(database) : new Map()
  const rest = Object.keys(restTables).flatMap((name): [string, number][] => {
    const rows = safe.has(name) ? countIn(database, name) : 0
    return rows > 0 ? [[name, rows]] : []
  })
  return {
    version: "2",
    monitorList: withParents(monitors.map((row) => monitorOf(row, tags))),
    database: { ...Object.fromEntries(rest), ...(hasLog ? {} : { withoutLog: 1 }) },
  }
}

const isPlain = (sql: string): boolean =>
  /^\s*create\s+table\b/i.test(sql) && !/\bgenerated\s+always\b|\bas\s*\(/i.test(sql)

const columnsOf = (database: DatabaseSync, table: string): Set<unknown> =>
  new Set(
    database
      .prepare("select name from pragma_table_info(?)")
      .all(table)
      .map(({ name }) => name),
  )

/** @param table one of the names above, or of our own list. */
const countIn = (database: DatabaseSync, table: string): number =>
  Number(database.prepare(`select count(*) as count from "${table}"`).get()?.["count"] ?? 0)

type Tags = ReadonlyMap<unknown, { name: unknown; value: unknown }[]>

function tagsOf(database: DatabaseSync): Tags {
  const rows = database
    .prepare(
      `select mt.monitor_id as monitor, t.name, mt.value
         from monitor_tag mt join tag t on t.id = mt.tag_id order by mt.id`,
    )
    .all()
  const tags = new Map<unknown, { name: unknown; value: unknown }[]>()
  for (const { monitor, name, value } of rows) {
    tags.set(monitor, [...(tags.get(monitor) ?? []), { name, value }])
  }
  return tags
}

/** Columns that hold JSON, and the member of a backup. */
const inJson = new Map([
  ["accepted_statuscodes_json", "accepted_statuscodes"],
  ["conditions", "conditions"],
])

/** A row with the names that backups have: `retry_interval` is `retryInterval` there. */
function monitorOf(row: Record<string, unknown>, tags: Tags): Members {
  const members = Object.entries(row).flatMap(([column, value]): [string, unknown][] => {
    if (value === null || value instanceof Uint8Array) return []
    const json = inJson.get(column)
    if (json !== undefined) return [[json, parsed(value)]]
    return [[memberOf(column), value]]
  })
  return { ...Object.fromEntries(members), tags: tags.get(row["id"]) ?? [] }
}

const memberOf = (column: string): string => {
  const camel = column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return Object.hasOwn(monitorTable, camel) || !Object.hasOwn(monitorTable, column) ? camel : column
}

/** A value that is not JSON stays as it is, so that the converter reports it. */
function parsed(value: unknown): unknown {
  try {
    return JSON.parse(String(value)) as unknown
  } catch {
    return value
  }
}

/** A monitor is paused with any of its groups, as in a backup. */
function withParents(monitors: Members[]): Members[] {
  const byId = new Map(monitors.map((monitor) => [monitor["id"], monitor]))
  const isPaused = (monitor: Members): boolean => {
    const seen = new Set<unknown>()
    for (let at = byId.get(monitor["parent"]); isMembers(at); at = byId.get(at["parent"])) {
      if (at["active"] === 0) return true
      if (seen.has(at)) return false
      seen.add(at)
    }
    return false
  }
  return monitors.map((monitor) => ({ ...monitor, forceInactive: isPaused(monitor) }))
}
