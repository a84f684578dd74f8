import { useRef, useState } from "react"
import { statusWord } from "../monitor/monitor-messages.ts"
import { millisecondsInWords } from "../ui/time.tsx"
import { useWidth } from "../ui/use-width.ts"
import { Bar } from "./uptime-bar.tsx"
import type { CheckRow } from "./check-documents.ts"
import { phases, phasesOf } from "./phases.ts"
import type { Plot } from "./plot.ts"
import { bottom, height, left, plotOf, top } from "./plot.ts"

/** Response times of the last checks as stacked phases, oldest on the left. */
export function Chart({ checks }: { checks: CheckRow[] }) {
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame, 640)
  const [heldId, hold] = useState<string | null>(null)
  const plot = plotOf(checks, width)
  const held = plot.shown.find(({ id }) => id === heldId)
  return (
    <figure className="chart">
      <div ref={frame}>
        <svg
          width={plot.width}
          height={height}
          role="img"
          aria-label={describe(plot.shown)}
          onPointerLeave={() => hold(null)}
        >
          <Grid plot={plot} />
          {plot.shown.map((check, index) => (
            <g key={check.id} onPointerEnter={() => hold(check.id)}>
              <rect
                className="chart-place"
                data-held={check.id === heldId || undefined}
                x={plot.x(index)}
                y={top}
                width={plot.step}
                height={height - top - bottom}
              />
              <Bar check={check} plot={plot} x={plot.x(index)} />
            </g>
          ))}
        </svg>
      </div>
      <Legend shown={plot.shown} held={held} />
    </figure>
  )
}

function Grid({ plot: { shown, width, ceiling, x, y } }: { plot: Plot }) {
  const first = shown[0]
  const last = shown.at(-1)
  const isRoomy = width - x(0) > 110
  return (
    <g aria-hidden="true">
      {[0, 0.5, 1].map((part) => (
        <g key={part}>
          <line
            className="chart-line"
            x1={left}
            x2={width}
            y1={y(ceiling * part)}
            y2={y(ceiling * part)}
          />
          <text className="chart-text" x={left - 8} y={y(ceiling * part) + 4} textAnchor="end">
            {part === 0 ? "0" : millisecondsInWords(ceiling * part)}
          </text>
        </g>
      ))}
      {first && isRoomy && (
        <text className="chart-text" x={x(0)} y={height - 4}>
          {clock(first)}
        </text>
      )}
      {last && (
        <text className="chart-text" x={width} y={height - 4} textAnchor="end">
          {clock(last)}
        </text>
      )}
    </g>
  )
}

function Legend({ shown, held }: { shown: CheckRow[]; held: CheckRow | undefined }) {
  const shownPoint = held ?? shown.at(-1)
  if (shownPoint === undefined) return null
  const parts = new Map(phasesOf(shownPoint).map(({ tone, ms }) => [tone, ms]))
  const present = phases.filter(({ tone }) =>
    shown.some((check) => phasesOf(check).some((phase) => phase.tone === tone)),
  )
  return (
    <figcaption>
      <span className="chart-held">
        {held === undefined ? "Last" : clock(held)}
        {": "}
        <strong>
          {shownPoint.status !== "OPERATIONAL" && `${statusWord[shownPoint.status]}, `}
          {millisecondsInWords(shownPoint.durationMs)}
        </strong>
      </span>
      {present.map(({ name, tone }) => (
        <span key={tone} className="chart-key">
          <span className="swatch" data-phase={tone} /> {name}
          <span className="chart-value muted">
            {parts.has(tone) ? millisecondsInWords(parts.get(tone) ?? 0) : "–"}
          </span>
        </span>
      ))}
    </figcaption>
  )
}

const clock = ({ startedAt }: CheckRow) =>
  new Date(startedAt).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })

function describe(shown: CheckRow[]): string {
  const times = shown.map(({ durationMs }) => durationMs).toSorted((a, b) => a - b)
  const median = millisecondsInWords(times[Math.floor(times.length / 2)] ?? 0)
  const slowest = millisecondsInWords(times.at(-1) ?? 0)
  return shown.length === 1
    ? `Response time of the first check: ${median}.`
    : `Response time of the last ${shown.length} checks: median ${median}, slowest ${slowest}.`
}
