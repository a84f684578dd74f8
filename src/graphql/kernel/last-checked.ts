/** Remembers one row: the fields of a row are resolved one after the other, so the last one is enough. */
let lastContext: unknown = null
let lastType: unknown = null
let lastRow: unknown = null

const reader = Symbol("read by")
type Marked = { [reader]?: unknown }

/**
 * Marks rows of a list as checked: what read them has checked the permission that their type asks for, and left out
 * what is beyond the actor's limit.
 */
export function markChecked<Row extends object>(context: unknown, rows: Row[]): Row[] {
  for (const row of rows as (Row & Marked)[]) row[reader] = context
  return rows
}

/** Whether the row was marked, or is the last that passed its type's check in this execution. */
export const isChecked = (context: unknown, type: unknown, row: unknown): boolean =>
  row !== null &&
  ((lastRow === row && lastContext === context && lastType === type) ||
    (row as Marked)[reader] === context)

export function noteChecked(context: unknown, type: unknown, row: unknown): void {
  lastContext = context
  lastType = type
  lastRow = row
}

export const forgetChecked = (): void => noteChecked(null, null, null)
