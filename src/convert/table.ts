import { CsvError, parse } from "csv-parse/sync"
import { ConvertError, mostMonitors, tooMany } from "./conversion.ts"

/** Column names are in lower case. A row that is not valid is reported by its line and does not affect others. */
export type Table = { kind: "table"; columns: string[]; rows: Row[] }
export type Row =
  | { line: number; cells: Record<string, string>; fault: null }
  | { line: number; cells: null; fault: string }

const delimiters = [",", ";", "\t"] as const

/** Whether the first line has at least three column names and does not look like YAML or JSON. */
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

/** RFC 4180; also accepts semicolons or tabs. */
export function readTable(given: string): Table {
  const whole = given.replaceAll(/\r\n?/g, "\n")
  const text = whole.trimStart()
  const skipped = whole.slice(0, whole.length - text.length).split("\n").length - 1
  const head = firstLine(text)
  const delimiter = delimiterOf(head)
  const columns = cells(head).map((name) => name.trim().toLowerCase())
  if (new Set(columns).size !== columns.length) {
    throw new ConvertError("The first line of the table contains a column twice.")
  }
  if (text.split("\n", mostMonitors + 3).length > mostMonitors + 2) throw tooMany()
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

/** Null if a row has invalid quoting. */
function recordsIn(text: string, delimiter: string): { line: number; cells: string[] }[] | null {
  try {
    const records = parse(text, {
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
    }) as unknown as { info: { lines: number }; record: string[] }[]
    // The parser reports the line on which a record ends.
    return records.map(({ info, record }) => ({
      line: info.lines - record.join("").split("\n").length + 1,
      cells: record,
    }))
  } catch (error) {
    if (error instanceof CsvError) return null
    throw error
  }
}

/** With invalid quotes each line is parsed separately, so that they affect only their own row. */
const byLine = (text: string, delimiter: string): Line[] =>
  text.split("\n").flatMap((line, at): Line[] => {
    if (line.trim() === "") return []
    return [{ line: at + 1, cells: cellsOf(line, delimiter) }]
  })

/** The cells of one line; null if a quotation mark is inside an unquoted cell or not closed. */
function cellsOf(line: string, delimiter: string): string[] | null {
  const cells: string[] = []
  for (let at = 0; at <= line.length; at++) {
    if (line[at] !== '"') {
      const end = line.indexOf(delimiter, at)
      const cell = line.slice(at, end === -1 ? line.length : end)
      if (cell.includes('"')) return null
      cells.push(cell)
      at += cell.length
      continue
    }
    let close = line.indexOf('"', at + 1)
    while (close !== -1 && line[close + 1] === '"') close = line.indexOf('"', close + 2)
    if (close === -1) return null
    cells.push(line.slice(at + 1, close).replaceAll('""', '"'))
    at = close + 1
    if (at < line.length && line[at] !== delimiter) return null
  }
  return cells
}

function row(line: number, cells: string[] | null, columns: string[]): Row {
  const fault =
    cells === null
      ? "its quotation marks are not balanced"
      : cells.length === columns.length
        ? null
        : `it has ${cells.length} cells, but the first line has ${columns.length} columns`
  if (fault !== null || cells === null) return { line, cells: null, fault: fault ?? "" }
  return {
    line,
    cells: Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? ""])),
    fault: null,
  }
}
