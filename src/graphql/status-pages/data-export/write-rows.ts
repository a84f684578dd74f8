import type { ExportKind } from "./export-kind.ts"
import { byteOrderMark, csvLine, type Cell } from "./rules/csv.ts"
import { localTime } from "./rules/local-time.ts"

export const formats = ["csv", "json"] as const
export type Format = (typeof formats)[number]

/** Pages of rows as text. Times are in UTC, and once more in a zone if one is given. */
export function writeRows(
  { columns }: Pick<ExportKind, "columns">,
  pages: AsyncGenerator<Cell[][]>,
  format: Format,
  timeZone: string | null,
): AsyncGenerator<string> {
  const names = columns.flatMap(({ name, isTime }) =>
    isTime && timeZone !== null ? [name, `${name}_local`] : [name],
  )
  const withLocal = (cells: Cell[]): Cell[] =>
    timeZone === null
      ? cells
      : cells.flatMap((cell, at) => {
          if (!columns[at]?.isTime) return [cell]
          return [cell, cell instanceof Date ? localTime(cell, timeZone) : null]
        })
  return format === "csv" ? csv(names, pages, withLocal) : json(names, pages, withLocal)
}

type Change = (cells: Cell[]) => Cell[]

async function* csv(names: string[], pages: AsyncGenerator<Cell[][]>, change: Change) {
  yield byteOrderMark + csvLine(names)
  for await (const rows of pages) yield rows.map((cells) => csvLine(change(cells))).join("")
}

/** An array with a row per line. */
async function* json(names: string[], pages: AsyncGenerator<Cell[][]>, change: Change) {
  let before = "[\n"
  for await (const rows of pages) {
    const lines = rows.map((cells) => {
      const values = change(cells)
      return JSON.stringify(Object.fromEntries(names.map((name, at) => [name, values[at] ?? null])))
    })
    if (lines.length === 0) continue
    yield before + lines.join(",\n")
    before = ",\n"
  }
  yield before === "[\n" ? "[]\n" : "\n]\n"
}
