/** A column of a chart; null where there is no value. */
export type Column = (number | null)[]

/**
 * Puts an empty row where two points are further apart than `longestS`, so that no line is drawn through unknown
 * time. Times are in seconds since 1970.
 */
export function breakAtGaps(
  times: readonly number[],
  columns: readonly Column[],
  longestS: number,
): { times: number[]; columns: Column[] } {
  const broken: { times: number[]; columns: Column[] } = {
    times: [],
    columns: columns.map(() => []),
  }
  const push = (time: number, values: Column) => {
    broken.times.push(time)
    for (const [at, value] of values.entries()) broken.columns[at]?.push(value)
  }
  for (const [row, time] of times.entries()) {
    const before = times[row - 1]
    if (before !== undefined && time - before > longestS) {
      push(
        (before + time) / 2,
        columns.map(() => null),
      )
    }
    push(
      time,
      columns.map((column) => column[row] ?? null),
    )
  }
  return broken
}

/** Running sums of columns, for stacked areas; rows without any value stay empty. */
export function stack(columns: readonly Column[]): Column[] {
  const rows = columns[0]?.length ?? 0
  const empty = Array.from({ length: rows }, (_row, at) =>
    columns.every((column) => column[at] === null),
  )
  const sums = Array.from({ length: rows }, () => 0)
  return columns.map((column) =>
    column.map((value, at) => {
      sums[at] = (sums[at] ?? 0) + (value ?? 0)
      return empty[at] === true ? null : (sums[at] ?? null)
    }),
  )
}

const isEmpty = (value: number | null | undefined) => value === null || value === undefined

/** Rows whose neighbors are empty: a line would not show them. */
export function lonely(column: ArrayLike<number | null | undefined>): number[] {
  return Array.from({ length: column.length }, (_row, at) => at).filter(
    (at) => !isEmpty(column[at]) && isEmpty(column[at - 1]) && isEmpty(column[at + 1]),
  )
}

const cell = (value: string | number | null) => {
  const text = value === null ? "" : String(value)
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export function toCsv(head: string[], rows: (string | number | null)[][]): string {
  return [head, ...rows].map((row) => row.map(cell).join(",")).join("\n")
}
