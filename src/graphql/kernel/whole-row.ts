const whole = Symbol("all columns")

/** Marks rows of which all columns were read. */
export function markWhole<Row extends object>(rows: Row[]): Row[] {
  for (const row of rows) (row as { [whole]?: true })[whole] = true
  return rows
}

export const isWhole = (row: unknown): boolean =>
  typeof row === "object" && row !== null && whole in row
