import {
  telemetryManifestName,
  type TelemetryTable,
  type TelemetryTally,
} from "../../../platform/backup/backup-head.ts"
import { BackupError } from "../../../platform/backup/backup-error.ts"
import type { TelemetrySource } from "../../../platform/backup/make-backup.ts"
import type { Entry } from "../../../platform/backup/tar.ts"
import { copyPrefix, type Store } from "../store.ts"
import {
  dropTables,
  isInRange,
  readCopiedTables,
  readRanges,
  stopMerges,
  tallyTable,
  type Range,
} from "./copied-tables.ts"

const rangeBytes = 16 * 1024 * 1024
/** An entry of the archive has a bound of 64 MiB. */
const mostBytes = 48 * 1024 * 1024
const staleMs = 86_400_000

export type TelemetrySnapshot = TelemetrySource & { close(): Promise<void> }

/**
 * Clones all tables of telemetry as they are now. A clone shares the files of its table, and takes space only when the
 * table's own parts are merged or deleted. Rows that arrive meanwhile may be in the rollups and not in their table.
 */
export async function openTelemetrySnapshot(store: Store): Promise<TelemetrySnapshot> {
  await dropStale(store)
  const tables = await readCopiedTables(store)
  const id = Date.now()
  const cloneOf = ({ name }: TelemetryTable) => `${copyPrefix}${id}_${name}`
  const close = () => dropTables(store, tables.map(cloneOf))
  try {
    for (const table of tables) {
      await store.command(`CREATE TABLE ${cloneOf(table)} CLONE AS ${table.name}`)
      await stopMerges(store, cloneOf(table))
    }
  } catch (error) {
    await close()
    throw error
  }
  const tallies: Record<string, TelemetryTally> = {}
  return {
    head: { tables },
    async *entries() {
      for (const table of tables) {
        yield* entriesOf(store, table, cloneOf(table))
        tallies[table.name] = await tallyTable(store, cloneOf(table), table)
      }
      const manifest = { tables: tallies }
      yield {
        name: telemetryManifestName,
        bytes: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`),
      }
    },
    rows: () => Object.values(tallies).reduce((sum, { rows }) => sum + rows, 0),
    close,
  }
}

async function* entriesOf(
  store: Store,
  table: TelemetryTable,
  clone: string,
): AsyncGenerator<Entry> {
  let part = 0
  for (const range of await readRanges(store, clone, rangeBytes)) {
    for await (const bytes of readWithin(store, clone, table, range)) {
      part += 1
      yield { name: `telemetry/${table.name}/${String(part).padStart(6, "0")}`, bytes }
    }
  }
}

/** In halves where rows are larger than usual. */
async function* readWithin(
  store: Store,
  clone: string,
  table: TelemetryTable,
  range: Range,
): AsyncGenerator<Buffer> {
  const columns = table.columns.map(({ name }) => `\`${name}\``).join(", ")
  const bytes = await store.readNative(`SELECT ${columns} FROM ${clone} WHERE ${isInRange(range)}`)
  if (bytes.length <= mostBytes) {
    yield bytes
    return
  }
  const middle = Math.floor((range.from + range.to) / 2)
  if (middle === range.from) {
    throw new BackupError({ code: "telemetry_row_too_large", parameters: { table: table.name } })
  }
  yield* readWithin(store, clone, table, { ...range, to: middle })
  yield* readWithin(store, clone, table, { ...range, from: middle })
}

const madeMs = (clone: string): number => Number(clone.slice(copyPrefix.length).split("_")[0])

/** Drops clones of backups that were killed. */
async function dropStale(store: Store): Promise<void> {
  const rows = await store.query<{ name: string }>(
    `SELECT name FROM system.tables WHERE database = currentDatabase() AND match(name, '^${copyPrefix}\\\\d{13}_')`,
    {},
  )
  const names = rows.map(({ name }) => name)
  await dropTables(
    store,
    names.filter((name) => madeMs(name) < Date.now() - staleMs),
  )
}
