import { useRef } from "react"
import { DayAndTime } from "../ui/time.tsx"
import { useWidth } from "../ui/use-width.ts"
import type { Comparison } from "./compare-replay.ts"
import type { Replayed, ReplayedOutage } from "./tuning-documents.ts"

type Props = {
  own: Replayed
  asked: Replayed | null
  comparison: Comparison
  span: { from: string; to: string }
}

const rowHeight = 28
const barHeight = 16
const left = 48

/** Both results on one time line; outlined is what only one of them has. */
export function ReplayTimeline({ own, asked, comparison, span }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame, 640)
  const from = Date.parse(span.from)
  const until = Date.parse(span.to)
  const x = (at: number) => left + ((at - from) / (until - from)) * (width - left)
  const rows = [
    { name: "Now", result: own, alone: comparison.missed },
    ...(asked === null ? [] : [{ name: "With", result: asked, alone: comparison.added }]),
  ]
  const words = rows.map(({ name, result }) => `${name}: ${result.count}`).join(", ")
  return (
    <figure className="replay-timeline">
      <div ref={frame}>
        <svg
          width={width}
          height={rows.length * rowHeight}
          role="img"
          aria-label={`Alerts on a time line. ${words}.`}
        >
          {rows.map(({ name, result, alone }, row) => (
            <g key={name} transform={`translate(0 ${row * rowHeight})`}>
              <text x={0} y={rowHeight / 2 + 4}>
                {name}
              </text>
              <line x1={left} x2={width} y1={rowHeight / 2} y2={rowHeight / 2} />
              {result.outages.map((outage) => (
                <Bar
                  key={outage.startedAt}
                  outage={outage}
                  isAlone={alone.includes(outage)}
                  x={x}
                  until={until}
                />
              ))}
            </g>
          ))}
        </svg>
      </div>
      <figcaption className="muted small">
        <DayAndTime at={span.from} />
        <span>Outlined: only there</span>
        <DayAndTime at={span.to} />
      </figcaption>
    </figure>
  )
}

type BarProps = { outage: ReplayedOutage; isAlone: boolean; x(at: number): number; until: number }

function Bar({ outage: { level, startedAt, endedAt }, isAlone, x, until }: BarProps) {
  const start = x(Date.parse(startedAt))
  const end = x(endedAt === null ? until : Date.parse(endedAt))
  return (
    <rect
      data-level={level}
      data-alone={isAlone || undefined}
      x={start}
      y={(rowHeight - barHeight) / 2}
      width={Math.max(4, end - start)}
      height={barHeight}
      rx={2}
    />
  )
}
