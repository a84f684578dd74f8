import type { CheckRow } from "./check-documents.ts"

/** Sizes in CSS pixels. */
export const height = 176
export const left = 54
export const top = 8
export const bottom = 20
const narrowest = 200
const fewest = 24
const most = 60

export type Plot = {
  shown: CheckRow[]
  width: number
  step: number
  ceiling: number
  x(index: number): number
  y(ms: number): number
}

/** Layout of the chart: a narrow screen shows fewer checks rather than thinner bars. */
export function plotOf(checks: CheckRow[], room: number): Plot {
  const width = Math.max(room, narrowest)
  const fitting = Math.max(fewest, Math.min(most, Math.floor((width - left) / 9)))
  const shown = checks.slice(0, fitting).toReversed()
  const places = Math.max(fewest, shown.length)
  const step = (width - left) / places
  const ceiling = niceCeiling(Math.max(1, ...shown.map(({ durationMs }) => durationMs)))
  return {
    shown,
    width,
    step,
    ceiling,
    x: (index) => left + (index + places - shown.length) * step,
    y: (ms) => top + (1 - Math.min(ms, ceiling) / ceiling) * (height - top - bottom),
  }
}

/** 1, 2 or 5 times a power of ten, so that grid lines have round values. */
function niceCeiling(ms: number): number {
  const power = 10 ** Math.floor(Math.log10(ms))
  return [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= ms) ?? ms
}
