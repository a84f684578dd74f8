import { useMemo, useState } from "react"
import { breakAtGaps } from "../chart/chart-data.ts"
import type { Tone } from "../chart/palette.ts"
import { PlotCanvas } from "../chart/plot-canvas.tsx"
import { DayAndTime } from "../ui/time.tsx"
import type { Window } from "./use-window.ts"

export type TimeLine = {
  name: string
  tone: Tone
  points: readonly { at: number; value: number }[]
}

type Props = {
  label: string
  lines: readonly TimeLine[]
  window: Window
  stepSeconds: number
  height: number
  syncKey: string
  format(value: number): string
  /** Names and values of the lines above the chart. */
  hasLegend?: boolean
  onBrush(from: Date, until: Date): void
}

/** Lines over a time range: values below the cursor above them, dragging zooms in. */
export function TimeChart(props: Props) {
  const {
    label,
    lines,
    window,
    stepSeconds,
    height,
    syncKey,
    format,
    hasLegend = true,
    onBrush,
  } = props
  const [held, hold] = useState<number | null>(null)
  const from = window.from.getTime() / 1000
  const until = window.until.getTime() / 1000
  const { times, columns } = useMemo(() => {
    const all = [
      ...new Set(lines.flatMap(({ points }) => points.map(({ at }) => at / 1000))),
    ].toSorted((a, b) => a - b)
    const each = lines.map(({ points }) => {
      const values = new Map(points.map(({ at, value }) => [at / 1000, value]))
      return all.map((time) => values.get(time) ?? null)
    })
    return breakAtGaps(all, each, stepSeconds * 1.5)
  }, [lines, stepSeconds])
  const drawing = useMemo(
    () => ({
      times,
      from,
      until,
      marks: [],
      ticks: [],
      format,
      lines: lines.map(({ name, tone }, at) => ({
        name,
        tone,
        width: 1.5,
        values: columns[at] ?? [],
      })),
    }),
    [times, columns, from, until],
  )
  const time = held === null ? undefined : times[held]
  return (
    <div className="chart-body">
      <p className="chart-readout">
        {hasLegend &&
          lines.map(({ name, tone }, at) => {
            const value = held === null ? null : (columns[at]?.[held] ?? null)
            return (
              <span key={name} className="chart-key">
                <span className="swatch" style={{ background: `var(--${tone})` }} /> {name}
                <strong>{value === null ? "" : format(value)}</strong>
              </span>
            )
          })}
        <span className="muted small">
          {time === undefined ? (
            "Drag to zoom"
          ) : (
            <DayAndTime at={new Date(time * 1000).toISOString()} />
          )}
        </span>
      </p>
      <PlotCanvas
        label={label}
        drawing={drawing}
        height={height}
        syncKey={syncKey}
        onCursor={hold}
        onBrush={(low, high) =>
          onBrush(new Date(low * 1000), new Date(Math.min(high, until) * 1000))
        }
      />
    </div>
  )
}
