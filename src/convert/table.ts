import { CsvError, parse } from "csv-parse/sync"
import { ConvertError } from "./conversion.ts"

/** Column names in lower case. A row that cannot be read is told by its line and shifts no other. */
export type Table = { kind: "table"; columns: string[]; rows: Row[] }
export type Row =
  | { line: number; cells: Record<string, string>; fault: null }
  | { line: number; cells: null; fault: string }

const delimiters = [",", ";", "\t"] as const

/** A first line of three names or more with nothing of YAML or JSON about it. */
export function looksLikeTable(text: string): boolean {
  const head = firstLine(text)
  return !/^\s*[[{#-]/.test(head) && !head.includes(": ") && cells(head).length >= 3
}

const firstLine = (text: string): string =>
  text
    .trimStart()
    .split(/\r\n|\n|\r/, 1)
    .join()

const delimiterOf = (head: string) =>
  delimiters.toSorted((a, b) => head.split(b).length - head.split(a).length)[0] ?? ","

function cells(head: string): string[] {
  return recordsIn(head, delimiterOf(head))?.[0]?.cells ?? []
}

/** RFC 4180, also with semicolons or tabs. */
export function readTable(given: string): Table {
  const whole = given.replaceAll(/\r\n?/g, "\n")
  const text = whole.trimStart()
  const skipped = whole.slice(0, whole.length - text.length).split("\n").length - 1
  const head = firstLine(text)
  const delimiter = delimiterOf(head)
  const columns = cells(head).map((name) => name.trim().toLowerCase())
  if (new Set(columns).size !== columns.length) {
    throw new ConvertError("The table's first line names a column twice.")
  }
  const together = recordsIn(text, delimiter)
  const isEven = together?.every(({ cells }) => cells.length === columns.length) ?? false
  const records = isEven && together !== null ? together : byLine(text, delimiter)
  return {
    kind: "table",
    columns,
    rows: records.slice(1).map(({ line, cells }) => row(line + skipped, cells, columns)),
  }
}

type Line = { line: number; cells: string[] | null }

/** Null where the quoting of any row is broken. */
function recordsIn(text: string, delimiter: string): { line: number; cells: string[] }[] | null {
  try {
    const records = parse(text, {
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
    }) as unknown as { info: { lines: number }; record: string[] }[]
    // The parser tells the line on which a record ends.
    return records.map(({ info, record }) => ({
      line: info.lines - record.join("").split("\n").length + 1,
      cells: record,
    }))
  } catch (error) {
    if (error instanceof CsvError) return null
    throw error
  }
}

/** One broken quote would swallow or shift the rows behind it, so each line then stands for itself. */
const byLine = (text: string, delimiter: string): Line[] =>
  text.split("\n").flatMap((line, at): Line[] => {
    if (line.trim() === "") return []
    const records = recordsIn(line, delimiter)
    return [{ line: at + 1, cells: records?.[0]?.cells ?? null }]
  })

function row(line: number, cells: string[] | null, columns: string[]): Row {
  const fault =
    cells === null
      ? "its quotation marks do not match"
      : cells.length === columns.length
        ? null
        : `it has ${cells.length} cells where the first line names ${columns.length} columns`
  if (fault !== null || cells === null) return { line, cells: null, fault: fault ?? "" }
  return {
    line,
    cells: Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? ""])),
    fault: null,
  }
}
