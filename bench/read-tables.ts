import { z } from "zod"
import { median, spread, type Spread } from "./machine.ts"

const figure = z.union([
  z.number(),
  z.strictObject({ median: z.number(), least: z.number(), most: z.number() }),
])
export const figures = z.record(z.string(), figure)
export type Figures = Record<string, number | Spread>

export const medianOf = (value: number | Spread): number =>
  typeof value === "number" ? value : value.median

/** Figures of one run or several: the median of the medians, with the least and the most of all. */
export function mergeFigures(runs: readonly Figures[]): Figures {
  const [first = {}] = runs
  if (runs.length < 2) return first
  const merged: Figures = {}
  for (const name of Object.keys(first)) {
    const all = runs.flatMap((run) => run[name] ?? [])
    const ends = all.flatMap((one) => (typeof one === "number" ? one : [one.least, one.most]))
    merged[name] = { ...spread(ends), median: median(all.map(medianOf)) }
  }
  return merged
}

/** The figures of a benchmark's tables, by benchmark, title of the table, first cell of the row and column. */
export function readTables(benchmark: string, said: string): Figures {
  const found: Figures = {}
  let head: string[] = []
  for (const line of said.split("\n")) {
    if (!line.startsWith("| ")) {
      head = []
      continue
    }
    const cells = line.slice(2, -2).split(" | ")
    if (head.length === 0) head = cells
    else if (cells[0] !== "---") addRow(found, [benchmark, head[0] ?? ""], head, cells)
  }
  return found
}

/** A figure, alone or with its spread, such as "0.57 (0.52–0.61)". */
function figureOf(cell: string): number | Spread | null {
  const [, one, least, most] = /^(-?\d[\d.]*)(?: \((-?\d[\d.]*)–(-?\d[\d.]*)\))?$/.exec(cell) ?? []
  if (one === undefined) return null
  if (least === undefined) return Number(one)
  return { median: Number(one), least: Number(least), most: Number(most) }
}

function addRow(
  found: Figures,
  title: readonly string[],
  head: readonly string[],
  [name = "", ...cells]: readonly string[],
): void {
  for (const [at, cell] of cells.entries()) {
    const column = head[at + 1] ?? ""
    const value = figureOf(cell)
    if (value === null || column.startsWith("goal")) continue
    const key = [...title, name, column].filter((word) => word !== "").join(", ")
    if (key in found)
      throw new Error(`Two figures are named "${key}". Name their rows differently.`)
    found[key] = value
  }
}
