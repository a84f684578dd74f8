import {
  telemetryManifest,
  telemetryManifestName,
  type TelemetryHead,
  type TelemetryManifest,
  type TelemetryTable,
} from "../../../platform/backup/backup-head.ts"
import { BackupError, unusable } from "../../../platform/backup/backup-error.ts"
import type { VerifiedTelemetry } from "../../../platform/backup/verify-backup.ts"
import type { Entry } from "../../../platform/backup/tar.ts"
import { copyPrefix, StoreRefusal, type Store } from "../store.ts"
import { dropTables, readCopiedTables, stopMerges, tallyTable } from "./copied-tables.ts"

/** A fixed name, so that a restore that was interrupted is found by the next one. */
const staged = ({ name }: TelemetryTable) => `${copyPrefix}restore_${name}`

const isRollup = ({ columns }: TelemetryTable) =>
  columns.some(({ type }) => type.includes("AggregateFunction("))

type Backup = { head: TelemetryHead; entries: AsyncIterator<Entry> }

/** The store already has telemetry. */
export async function hasTelemetry(store: Store): Promise<boolean> {
  for (const { name } of await readCopiedTables(store)) {
    const rows = await store.query(`SELECT 1 FROM ${name} LIMIT 1`, {})
    if (rows.length > 0) return true
  }
  return false
}

/**
 * Loads telemetry into tables beside those of the store and compares counts and sums. Rows that are inserted into the
 * tables themselves would be added to the rollups, which are in the backup as well.
 *
 * @throws {BackupError} if the backup is damaged, or of a later version.
 */
export async function stageTelemetry(store: Store, backup: Backup): Promise<VerifiedTelemetry> {
  const { tables } = backup.head
  await requireKnown(store, tables)
  await dropTables(store, tables.map(staged))
  for (const table of tables) {
    await store.command(`CREATE TABLE ${staged(table)} AS ${table.name}`)
    // Merges would delete what has expired and join rows of rollups, and then the counts differ.
    await store.command(`SYSTEM STOP TTL MERGES ${staged(table)}`)
    if (isRollup(table)) await stopMerges(store, staged(table))
  }
  const stated = await loadEntries(store, backup)
  for (const table of tables) {
    await stopMerges(store, staged(table))
    const found = await tallyTable(store, staged(table), table)
    const wanted = stated.tables[table.name]
    if (found.rows === wanted?.rows && found.sum === wanted.sum) continue
    const parameters = { table: table.name, rows: found.rows, stated: wanted?.rows ?? 0 }
    throw new BackupError({
      code: "backup_rows_differ",
      parameters: { where: "telemetry", ...parameters },
    })
  }
  const rows = Object.values(stated.tables).reduce((sum, one) => sum + one.rows, 0)
  return { tables: tables.length, rows }
}

/** Moves what was staged to its tables, a partition at a time; can be repeated after an interruption. */
export async function moveStaged(store: Store, { tables }: TelemetryHead): Promise<void> {
  for (const table of tables) {
    const partitions = await store.query<{ id: string }>(
      `SELECT DISTINCT partition_id AS id FROM system.parts
        WHERE database = currentDatabase() AND table = {table:String} AND active`,
      { table: staged(table) },
    )
    for (const { id } of partitions) {
      await store.command(
        `ALTER TABLE ${table.name} REPLACE PARTITION ID '${id}' FROM ${staged(table)}`,
      )
    }
  }
  await dropTables(store, tables.map(staged))
}

async function requireKnown(store: Store, tables: readonly TelemetryTable[]): Promise<void> {
  const known = new Map((await readCopiedTables(store)).map((table) => [table.name, table]))
  for (const { name, columns } of tables) {
    const own = new Set(known.get(name)?.columns.map((column) => column.name))
    if (columns.every((column) => own.has(column.name))) continue
    const parameters = { version: null, names: [name] }
    throw new BackupError({ code: "backup_of_later_version", parameters })
  }
}

/** Also skips what is left of the database's tables. */
async function loadEntries(store: Store, { head, entries }: Backup): Promise<TelemetryManifest> {
  const byName = new Map(head.tables.map((table) => [table.name, table]))
  for (;;) {
    const next = await entries.next()
    if (next.done === true) throw unusable("no_telemetry")
    const { name, bytes } = next.value
    if (name === telemetryManifestName) {
      // At the end of the file, damage of its head is found as well.
      await entries.next()
      return telemetryManifest.parse(JSON.parse(bytes.toString()))
    }
    const table = byName.get(/^telemetry\/([^/]+)\/\d+$/.exec(name)?.[1] ?? "")
    if (table === undefined) continue
    await insert(store, table, bytes)
  }
}

async function insert(store: Store, table: TelemetryTable, bytes: Buffer): Promise<void> {
  try {
    await store.insertNative(
      staged(table),
      table.columns.map(({ name }) => name),
      bytes,
    )
  } catch (error) {
    if (!(error instanceof StoreRefusal)) throw error
    const said = error.message.split("\n")[0]?.slice(0, 300) ?? ""
    const parameters = { table: table.name, said }
    throw new BackupError({ code: "telemetry_rows_refused", parameters }, { cause: error })
  }
}
