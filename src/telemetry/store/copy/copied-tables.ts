import { setTimeout as sleep } from "node:timers/promises"
import type { TelemetryTable, TelemetryTally } from "../../../platform/backup/backup-head.ts"
import { copyPrefix, type Store } from "../store.ts"

const tables = `
  SELECT table, groupArray((name, type)) AS columns
    FROM (SELECT table, name, type FROM system.columns
           WHERE database = currentDatabase() AND default_kind IN ('', 'DEFAULT') ORDER BY table, position)
   WHERE table IN (SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree')
     AND NOT startsWith(table, '${copyPrefix}')
   GROUP BY table HAVING has(groupArray(name), 'ProjectId') ORDER BY table`

/** The tables that hold telemetry and its rollups. */
export async function readCopiedTables(store: Store): Promise<TelemetryTable[]> {
  const rows = await store.query<{ table: string; columns: [string, string][] }>(tables, {})
  return rows.map((row) => ({
    name: row.table,
    columns: row.columns.map(([name, type]) => ({ name, type })),
  }))
}

/** Rows of a part that is read at once: `from` included, `to` not. */
export type Range = { part: string; from: number; to: number }

/** The rows of a table whose parts stay, in ranges of about so many bytes before compression. */
export async function readRanges(store: Store, table: string, bytes: number): Promise<Range[]> {
  const parts = await store.query<{ name: string; rows: number; bytes: number }>(
    `SELECT name, toFloat64(rows) AS rows, toFloat64(data_uncompressed_bytes) AS bytes FROM system.parts
      WHERE database = currentDatabase() AND table = {table:String} AND active AND rows > 0 ORDER BY name`,
    { table },
  )
  return parts.flatMap((part) => {
    const step = Math.max(1, Math.floor((part.rows * bytes) / Math.max(part.bytes, 1)))
    const ranges = Math.ceil(part.rows / step)
    return Array.from({ length: ranges }, (_, at) => ({
      part: part.name,
      from: at * step,
      to: Math.min((at + 1) * step, part.rows),
    }))
  })
}

export const isInRange = ({ part, from, to }: Range): string =>
  `_part = '${part}' AND _part_offset >= ${from} AND _part_offset < ${to}`

const tallyBytes = 256 * 1024 * 1024

/** Counts and sums a table whose parts stay, by the columns given. */
export async function tallyTable(
  store: Store,
  table: string,
  { columns }: TelemetryTable,
): Promise<TelemetryTally> {
  // States of aggregate functions cannot be hashed; their results can.
  const values = columns.map(({ name, type }) =>
    type.startsWith("AggregateFunction(") ? `finalizeAggregation(\`${name}\`)` : `\`${name}\``,
  )
  let rows = 0
  let sum = 0n
  for (const range of await readRanges(store, table, tallyBytes)) {
    const [row] = await store.query<{ rows: number; sum: string }>(
      `SELECT toFloat64(count()) AS rows, toString(sum(cityHash64(${values.join(", ")}))) AS sum
         FROM ${table} WHERE ${isInRange(range)}`,
      {},
    )
    rows += row?.rows ?? 0
    sum += BigInt(row?.sum ?? 0)
  }
  return { rows, sum: String(BigInt.asUintN(64, sum)) }
}

/** Frees their space at once. Large tables may be dropped, too: these are copies. */
export async function dropTables(store: Store, tables: readonly string[]): Promise<void> {
  const drop = (table: string) =>
    store.command(`DROP TABLE IF EXISTS ${table} SYNC SETTINGS max_table_size_to_drop = 0`)
  // Together, because the engine deletes files in rounds.
  await Promise.all(tables.map(drop))
}

/** Parts stay as they are from now on; those that are being merged are waited for. */
export async function stopMerges(store: Store, table: string): Promise<void> {
  await store.command(`SYSTEM STOP MERGES ${table}`)
  for (;;) {
    const [row] = await store.query<{ merges: number }>(
      "SELECT toUInt32(count()) AS merges FROM system.merges WHERE database = currentDatabase() AND table = {table:String}",
      { table },
    )
    if ((row?.merges ?? 0) === 0) return
    await sleep(100)
  }
}
