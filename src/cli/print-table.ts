import { stripVTControlCharacters } from "node:util"
import { clipTo, padTo, widthOf, wrapTo } from "./text-width.ts"

const gap = "  "
/** Minimum width of a column; on narrower terminals lines wrap. */
const least = 12
/** Columns that users copy, which are never cut. */
const rigid = new Set(["id"])

/**
 * Lays out columns as wide as their widest cell. If the terminal is narrower, the widest columns shrink: the last
 * one wraps, the others are cut with …. Ours because ids, which users copy, must stay whole.
 * @param columns of the terminal; Infinity if the output is not a terminal.
 */
export function layTable(head: string[], rows: string[][], columns: number): string[] {
  const all = [...(head.length === 0 ? [] : [head]), ...rows]
  const count = greatest(all.map((row) => row.length))
  const natural = Array.from({ length: count }, (_, at) =>
    greatest(all.map((row) => widthOf(row[at] ?? ""))),
  )
  const widths = shrink(
    natural,
    natural.map((_, at) => rigid.has(stripVTControlCharacters(head[at] ?? ""))),
    columns - gap.length * (count - 1),
  )
  return all.flatMap((row) => layRow(row, widths))
}

/** A spread call has a limit on arguments, which a table's rows may exceed. */
const greatest = (numbers: number[]): number =>
  numbers.reduce((most, one) => Math.max(most, one), 0)

function shrink(natural: number[], isRigid: boolean[], room: number): number[] {
  const widths = [...natural]
  for (;;) {
    const over = widths.reduce((sum, width) => sum + width, 0) - room
    const soft = widths.filter((width, at) => isRigid[at] !== true && width > least)
    if (over <= 0 || soft.length === 0) return widths
    const widest = Math.max(...soft)
    const next = Math.max(least, ...soft.filter((width) => width < widest))
    const alike = soft.filter((width) => width === widest).length
    const target = Math.max(next, Math.floor(widest - over / alike))
    for (const [at, width] of widths.entries()) {
      if (width === widest && isRigid[at] !== true) widths[at] = target
    }
  }
}

function layRow(row: string[], widths: number[]): string[] {
  const last = widths.length - 1
  const end = row[last] ?? ""
  const width = widths[last] ?? 0
  // Each line resets its color, which would otherwise leak into other columns.
  const [first = "", ...more] =
    widthOf(end) <= width ? [end] : wrapTo(stripVTControlCharacters(end), width)
  const cells = widths.slice(0, last).map((width, at) => padTo(clipTo(row[at] ?? "", width), width))
  const indent = widths.slice(0, last).map((width) => " ".repeat(width))
  return [[...cells, first].join(gap).trimEnd(), ...more.map((line) => [...indent, line].join(gap))]
}
