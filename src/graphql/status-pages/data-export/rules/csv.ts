/** What a cell can hold; times are written in UTC. */
export type Cell = string | number | boolean | Date | null

/** Excel reads UTF-8 only with this mark at the start of the file. */
export const byteOrderMark = "\uFEFF"

/** A spreadsheet would execute such a text (CWE-1236); white space before it does not stop Excel. */
const formula = /^[\s\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u

/** Text that a spreadsheet shows as it is: with an apostrophe before what it would execute. */
export const inertCell = (text: string): string => (formula.test(text) ? `'${text}` : text)

function fieldOf(cell: Cell): string {
  if (cell === null) return ""
  if (cell instanceof Date) return cell.toISOString()
  if (typeof cell !== "string") return String(cell)
  const text = inertCell(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A record (RFC 4180). */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(fieldOf).join(",")}\r\n`
