import { useRef, useState } from "react"
import { useWidth } from "../ui/use-width.ts"
import { countInWords } from "./figures.ts"
import { zonedFormat } from "../ui/zone.ts"
import "./volume-chart.css"

export type VolumeStep = { at: number; counts: { tone: VolumeTone; count: number }[] }
export type VolumeTone = "bad" | "warning" | "info" | "quiet"

type Props = {
  label: string
  steps: readonly VolumeStep[]
  from: Date
  until: Date
  /** Called with the part that was dragged over. */
  onBrush(from: Date, until: Date): void
}

const height = 72
const axis = 18
const least = 6
const clock = zonedFormat({ hour: "numeric", minute: "2-digit" })
const day = zonedFormat({ month: "short", day: "numeric", hour: "numeric" })
const dayMs = 86_400_000

/** Bars over time; dragging over them zooms in. */
export function VolumeChart({ label, steps, from, until, onBrush }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame, 800)
  const [drag, setDrag] = useState<{ start: number; end: number } | null>(null)
  const start = from.getTime()
  const span = until.getTime() - start
  const x = (ms: number) => ((ms - start) / span) * width
  const gaps = steps.slice(1).map((one, at) => one.at - (steps[at]?.at ?? 0))
  const stepMs = Math.min(...gaps, span / 30)
  const totals = steps.map(({ counts }) => counts.reduce((sum, { count }) => sum + count, 0))
  const top = Math.max(1, ...totals)
  const timeAt = (px: number) => new Date(start + (Math.min(width, Math.max(0, px)) / width) * span)
  const place = (event: React.PointerEvent) =>
    event.clientX - (frame.current?.getBoundingClientRect().left ?? 0)
  const ticks = Array.from({ length: Math.max(2, Math.floor(width / 130)) }, (_unused, at) => at)
  const format = span > dayMs * 1.5 ? day : clock
  return (
    <div
      ref={frame}
      className="volume"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setDrag({ start: place(event), end: place(event) })
      }}
      onPointerMove={(event) => drag !== null && setDrag({ ...drag, end: place(event) })}
      onPointerUp={() => {
        if (drag !== null && Math.abs(drag.end - drag.start) >= least) {
          const [low, high] = [Math.min(drag.start, drag.end), Math.max(drag.start, drag.end)]
          onBrush(timeAt(low), timeAt(high))
        }
        setDrag(null)
      }}
      onPointerCancel={() => setDrag(null)}
    >
      <svg role="img" aria-label={label} width={width} height={height + axis}>
        {steps.map(({ at, counts }, index) => {
          const wide = Math.max(1, (stepMs / span) * width - 1)
          let y = height
          return (
            <g key={at}>
              <title>{`${format.format(at)}: ${countInWords(totals[index] ?? 0)}`}</title>
              {counts.map(({ tone, count }) => {
                const tall = (count / top) * (height - 6)
                y -= tall
                return (
                  <rect
                    key={tone}
                    data-tone={tone}
                    x={x(at)}
                    y={y}
                    width={wide}
                    height={Math.max(count > 0 ? 1 : 0, tall)}
                  />
                )
              })}
            </g>
          )
        })}
        <line x1="0" x2={width} y1={height + 0.5} y2={height + 0.5} />
        {ticks.map((at) => (
          <text key={at} x={(at / ticks.length) * width + 2} y={height + 14}>
            {format.format(start + (at / ticks.length) * span)}
          </text>
        ))}
        {drag !== null && (
          <rect
            className="volume-brush"
            x={Math.min(drag.start, drag.end)}
            y={0}
            width={Math.abs(drag.end - drag.start)}
            height={height}
          />
        )}
      </svg>
      <span className="volume-top muted">{countInWords(top)}</span>
    </div>
  )
}
