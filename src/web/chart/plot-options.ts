import type uPlot from "uplot"
import { millisecondsInWords } from "../ui/time.tsx"
import { browserZone, viewerZone, wallOf, zonedFormat } from "../ui/zone.ts"
import { lonely, type Column } from "./chart-data.ts"
import { drawMarks, drawTicks, type Mark, type Tick } from "./marks.ts"
import type { Palette, Tone } from "./palette.ts"

export type Line = {
  name: string
  tone: Tone
  width: number
  values: Column
  isFilled?: boolean
  isDashed?: boolean
}

/** What a chart shows; times in seconds. */
export type Drawing = {
  times: number[]
  lines: readonly Line[]
  /** A soft band between these lines, by index. */
  band?: [upper: number, lower: number]
  from: number
  until: number
  marks: readonly Mark[]
  ticks: readonly Tick[]
  /** Words of a value; milliseconds without it. */
  format?: (value: number) => string
}

type Hooks = {
  palette(): Palette
  drawing(): Drawing
  onCursor(index: number | null, at: number | null): void
  onBrush(from: number, until: number): void
}

type Size = { width: number; height: number }

const font = '11px "Inter Variable", system-ui, sans-serif'
const smallestBrushPx = 6

/** Of a label of an axis, with its padding; in px. */
const widthOf = (label: string | null): number => Math.ceil((label?.length ?? 0) * 6.2) + 14

const clock = zonedFormat({ hour: "numeric", minute: "2-digit" })
const day = zonedFormat({ month: "short", day: "numeric" })
const dayS = 86_400

/** Clock times; midnights and steps of whole days as dates. */
function timeWords(splits: number[], step: number): string[] {
  return splits.map((split) => {
    const isMidnight = wallOf(split * 1000) % (dayS * 1000) === 0
    return (step >= dayS || isMidnight ? day : clock).format(split * 1000)
  })
}

/** The library reads the parts of the browser's local time, to put its lines at full hours and midnights. */
function tzDate(seconds: number): Date {
  if (viewerZone() === browserZone()) return new Date(seconds * 1000)
  const wall = new Date(wallOf(seconds * 1000))
  return new Date(
    wall.getUTCFullYear(),
    wall.getUTCMonth(),
    wall.getUTCDate(),
    wall.getUTCHours(),
    wall.getUTCMinutes(),
    wall.getUTCSeconds(),
  )
}

/** Options of the library; colors and marks are read at each drawing, so that a theme applies without a new chart. */
export function plotOptions(
  { lines, band }: Drawing,
  { width, height }: Size,
  syncKey: string,
  { palette, drawing, onCursor, onBrush }: Hooks,
): uPlot.Options {
  const axis = {
    stroke: () => palette().muted,
    font,
    grid: { stroke: () => palette().line, width: 1 },
    ticks: { show: false },
  }
  return {
    width,
    height,
    // Half of the last label of the time axis.
    padding: [8, 28, 0, 0],
    legend: { show: false },
    tzDate,
    cursor: {
      sync: { key: syncKey, setSeries: false },
      drag: { x: true, y: false, setScale: false },
      points: { size: 6 },
      y: false,
    },
    scales: {
      x: { time: true, range: () => [drawing().from, drawing().until] },
      y: {
        range: (_u, min, max) =>
          drawing().format === undefined
            ? [0, Math.max(max, 1) * 1.1]
            : [Math.min(0, min), max > 0 ? max * 1.1 : 1],
      },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 28,
        space: 72,
        values: (_u, splits, _axis, _space, step) => timeWords(splits, step),
      },
      {
        ...axis,
        size: (_u, values) => Math.max(58, ...(values ?? []).map(widthOf)),
        space: 36,
        values: (_u, splits) =>
          splits.map((value) =>
            value === 0 ? "0" : (drawing().format ?? millisecondsInWords)(value),
          ),
      },
    ],
    series: [
      {},
      ...lines.map(({ name, tone, width: thick, isFilled, isDashed }): uPlot.Series => ({
        label: name,
        width: thick,
        stroke: () => palette()[tone],
        ...(isFilled === true ? { fill: () => palette()[tone] } : {}),
        ...(isDashed === true ? { dash: [4, 4] } : {}),
        points: {
          show: true,
          size: 5,
          fill: () => palette()[tone],
          filter: (u, series) => lonely(u.data[series] ?? []),
        },
      })),
    ],
    ...(band === undefined
      ? {}
      : {
          bands: [
            { series: [band[0] + 1, band[1] + 1], fill: () => palette()["accent-soft"] },
          ] satisfies uPlot.Band[],
        }),
    hooks: {
      drawClear: [(u) => drawMarks(u, drawing().marks, palette())],
      draw: [(u) => drawTicks(u, drawing().ticks, palette())],
      setCursor: [
        ({ cursor: { idx, left = -1 }, posToVal }) => {
          if (left < 0 || idx === null || idx === undefined) onCursor(null, null)
          else onCursor(idx, posToVal(left, "x"))
        },
      ],
      setSelect: [
        (u) => {
          const { left, width: wide } = u.select
          if (wide >= smallestBrushPx) {
            onBrush(u.posToVal(left, "x"), u.posToVal(left + wide, "x"))
          }
          u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
        },
      ],
    },
  }
}
