import type uPlot from "uplot"
import type { Palette } from "./palette.ts"

/** A span drawn behind the lines; times in seconds. */
export type Mark = {
  from: number
  until: number
  tone: "bad" | "warning" | "maintenance" | "unknown"
  words: string
}
/** A moment drawn as a tick at the bottom. */
export type Tick = { at: number; words: string }

const hatchStep = 7

/** Outages are filled, maintenance and missing data hatched. */
export function drawMarks(u: uPlot, marks: readonly Mark[], palette: Palette): void {
  const { ctx } = u
  const { left, top, width, height } = u.bbox
  const ratio = devicePixelRatio
  ctx.save()
  ctx.beginPath()
  ctx.rect(left, top, width, height)
  ctx.clip()
  for (const { from, until, tone } of marks) {
    const x = u.valToPos(from, "x", true)
    const right = u.valToPos(until, "x", true)
    if (right < left || x > left + width) continue
    const wide = Math.max(right - x, 2 * ratio)
    if (tone === "bad" || tone === "warning") {
      ctx.fillStyle = palette[`${tone}-soft`]
      ctx.fillRect(x, top, wide, height)
      ctx.fillStyle = palette[tone]
      ctx.fillRect(x, top, wide, 2 * ratio)
    } else {
      hatch(ctx, { x, top, wide, height, step: hatchStep * ratio }, palette[tone])
    }
  }
  ctx.restore()
}

type Area = { x: number; top: number; wide: number; height: number; step: number }

function hatch(
  ctx: CanvasRenderingContext2D,
  { x, top, wide, height, step }: Area,
  color: string,
): void {
  ctx.save()
  ctx.beginPath()
  ctx.rect(x, top, wide, height)
  ctx.clip()
  ctx.globalAlpha = 0.35
  ctx.strokeStyle = color
  ctx.lineWidth = devicePixelRatio
  ctx.beginPath()
  // Aligned to a common origin, so that neighboring spans have one pattern.
  for (let at = Math.floor((x - height) / step) * step; at < x + wide; at += step) {
    ctx.moveTo(at, top + height)
    ctx.lineTo(at + height, top)
  }
  ctx.stroke()
  ctx.restore()
}

export function drawTicks(u: uPlot, ticks: readonly Tick[], palette: Palette): void {
  const { ctx } = u
  const { left, top, width, height } = u.bbox
  const ratio = devicePixelRatio
  ctx.save()
  ctx.fillStyle = palette.text
  ctx.strokeStyle = palette["line-strong"]
  ctx.lineWidth = ratio
  ctx.setLineDash([3 * ratio, 3 * ratio])
  for (const { at } of ticks) {
    const x = Math.round(u.valToPos(at, "x", true))
    if (x < left || x > left + width) continue
    ctx.beginPath()
    ctx.moveTo(x, top)
    ctx.lineTo(x, top + height)
    ctx.stroke()
    ctx.beginPath()
    ctx.moveTo(x - 4 * ratio, top + height)
    ctx.lineTo(x + 4 * ratio, top + height)
    ctx.lineTo(x, top + height - 6 * ratio)
    ctx.fill()
  }
  ctx.restore()
}
