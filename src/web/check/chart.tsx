import { useId, useState } from "react"
import { millisecondsInWords } from "../part/time.tsx"
import { statusWord } from "../monitor/words.ts"
import type { CheckRow } from "./documents.ts"
import { phases, phasesOf } from "./phases.ts"

const width = 720
const height = 168
const left = 52
const bottom = 22
const top = 8
const places = 60
const step = (width - left) / places

/** Response times of the last checks as stacked phases, oldest at the left. */
export function Chart({ checks }: { checks: CheckRow[] }) {
  const [at, setAt] = useState<number | null>(null)
  const id = useId()
  const shown = checks.slice(0, places).toReversed()
  const ceiling = niceCeiling(Math.max(1, ...shown.map(({ durationMs }) => durationMs)))
  const y = (ms: number) => top + (1 - ms / ceiling) * (height - top - bottom)
  const x = (index: number) => left + (index + places - shown.length) * step
  const present = phases.filter(({ key }) => shown.some((check) => (check[key] ?? 0) > 0))
  const held = shown[at ?? -1] ?? shown.at(-1)

  return (
    <figure className="chart">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-labelledby={id}
        onPointerLeave={() => setAt(null)}
      >
        <title id={id}>{describe(shown)}</title>
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
        {shown.map((check, index) => (
          <g key={check.id} onPointerEnter={() => setAt(index)}>
            <rect
              className="chart-place"
              data-held={at === index || undefined}
              x={x(index)}
              y={top}
              width={step}
              height={height - top - bottom}
            />
            <Bar check={check} x={x(index) + 1.5} y={y} />
          </g>
        ))}
        <text className="chart-text" x={x(0)} y={height - 5}>
          {clock(shown[0])}
        </text>
        <text className="chart-text" x={width} y={height - 5} textAnchor="end">
          {clock(shown.at(-1))}
        </text>
      </svg>
      <figcaption>
        <span className="chart-held">
          {at === null ? "Last check" : clock(held)}
          {": "}
          <strong>
            {held && (held.status === "OPERATIONAL" ? "" : `${statusWord[held.status]}, `)}
            {held && millisecondsInWords(held.durationMs)}
          </strong>
        </span>
        {present.map(({ key, name, tone }) => (
          <span key={key} className="chart-key">
            <span className="swatch" data-phase={tone} /> {name}
            {typeof held?.[key] === "number" && (
              <span className="muted">{millisecondsInWords(held[key])}</span>
            )}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}

type BarProps = { check: CheckRow; x: number; y(ms: number): number }

function Bar({ check, x, y }: BarProps) {
  const thick = step - 3
  if (check.status === "OFFLINE" || check.status === "UNKNOWN") {
    return (
      <>
        <rect
          className="chart-fault"
          data-status={check.status}
          x={x}
          y={top}
          width={thick}
          height={height - top - bottom}
          rx={2}
        />
        <path
          className="chart-cross"
          d={`M${x + 1} ${height - bottom - 10}l${thick - 2} 6m0-6l-${thick - 2} 6`}
        />
      </>
    )
  }
  let below = 0
  const parts = phasesOf(check)
  const pieces = parts.length > 0 ? parts : [{ tone: "transfer", ms: check.durationMs }]
  return (
    <>
      {pieces.map(({ tone, ms }) => {
        const from = below
        below += ms
        return (
          <rect
            key={tone}
            data-phase={tone}
            x={x}
            y={y(below)}
            width={thick}
            height={Math.max(0.5, y(from) - y(below))}
          />
        )
      })}
      {check.status === "DEGRADED" && (
        <path className="chart-degraded" d={`M${x + thick / 2} ${y(below) - 8}l4 6h-8z`} />
      )}
    </>
  )
}

const clock = (check: CheckRow | undefined) =>
  check && new Date(check.startedAt).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })

/** 1, 2 or 5 times a power of ten, so that the lines stand at round numbers. */
function niceCeiling(ms: number): number {
  const power = 10 ** Math.floor(Math.log10(ms))
  return [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= ms) ?? ms
}

function describe(shown: CheckRow[]): string {
  const times = shown.map(({ durationMs }) => durationMs).toSorted((a, b) => a - b)
  const median = times[Math.floor(times.length / 2)] ?? 0
  return `Response time of the last ${shown.length} checks: median ${millisecondsInWords(median)}, slowest ${millisecondsInWords(times.at(-1) ?? 0)}.`
}
