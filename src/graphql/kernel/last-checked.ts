/** Remembers one row: the fields of a row are resolved one after the other, so the last one is enough. */
let lastContext: unknown = null
let lastType: unknown = null
let lastRow: unknown = null

/** Whether the row was the last that passed its type's check in this execution. */
export const isChecked = (context: unknown, type: unknown, row: unknown): boolean =>
  lastRow === row && lastContext === context && lastType === type && row !== null

export function noteChecked(context: unknown, type: unknown, row: unknown): void {
  lastContext = context
  lastType = type
  lastRow = row
}

export const forgetChecked = (): void => noteChecked(null, null, null)
