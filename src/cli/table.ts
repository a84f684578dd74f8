import { stripVTControlCharacters } from "node:util"
import { clipTo, padTo, widthOf, wrapTo } from "./width.ts"

const gap = "  "
/** Narrower than this no column is made; the terminal then breaks the lines by itself. */
const least = 12
/** What somebody copies whole. */
const rigid = new Set(["id"])

/**
 * Columns without lines, as wide as their widest cell. Where that is more than the terminal has, the widest give
 * way: the last one goes on in the next line, the others end in ….
 *
 * @param columns of the terminal; Infinity where nobody looks on.
 */
export function layTable(head: string[], rows: string[][], columns: number): string[] {
  const all = [...(head.length === 0 ? [] : [head]), ...rows]
  const count = Math.max(0, ...all.map((row) => row.length))
  const natural = Array.from({ length: count }, (_, at) =>
    Math.max(...all.map((row) => widthOf(row[at] ?? ""))),
  )
  const widths = shrink(
    natural,
    natural.map((_, at) => rigid.has(stripVTControlCharacters(head[at] ?? ""))),
    columns - gap.length * (count - 1),
  )
  return all.flatMap((row) => layRow(row, widths))
}

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
  // A colour that goes on in the next line would colour the columns before it too.
  const [first = "", ...more] =
    widthOf(end) <= width ? [end] : wrapTo(stripVTControlCharacters(end), width)
  const cells = widths.slice(0, last).map((width, at) => padTo(clipTo(row[at] ?? "", width), width))
  const indent = widths.slice(0, last).map((width) => " ".repeat(width))
  return [[...cells, first].join(gap).trimEnd(), ...more.map((line) => [...indent, line].join(gap))]
}
