import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { CorrectedMark } from "../monitor/corrected.tsx"
import { percentInWords } from "../ui/percent.ts"
import { besides, youngInWords } from "../monitor/monitor-messages.ts"
import { useProject } from "../project/project-context.ts"
import { durationInWords, millisecondsInWords } from "../ui/time.tsx"
import type { Slow, Unreliable } from "./overview-documents.ts"
import "./rankings.css"

type Props = { slowest: Slow[]; leastReliable: Unreliable[] }

/** What should be looked at while nothing is wrong. */
export const Rankings = ({ slowest, leastReliable }: Props) => (
  <>
    <Slowest monitors={slowest} />
    <LeastReliable monitors={leastReliable} />
  </>
)

const Slowest = ({ monitors }: { monitors: Slow[] }) => (
  <Ranking
    id="slowest"
    title="Slowest"
    span="24 hours, average"
    nothing="Response times appear with the first checks."
  >
    {monitors.map(({ monitorId, name, averageMs, hourlyMs }) => (
      <Line key={monitorId} monitorId={monitorId} name={name}>
        <Sparkline values={hourlyMs} />
        <strong>{millisecondsInWords(averageMs)}</strong>
      </Line>
    ))}
  </Ranking>
)

const LeastReliable = ({ monitors }: { monitors: Unreliable[] }) => (
  <Ranking
    id="least-reliable"
    title="Least reliable"
    span="30 days, uptime"
    nothing="No outages in the last 30 days."
  >
    {monitors.map(({ monitorId, name, uptime }) => (
      <Line key={monitorId} monitorId={monitorId} name={name}>
        <span className="muted small">
          down {durationInWords(uptime.offlineSeconds * 1000)} {besides(youngInWords(uptime))}
        </span>
        <strong>
          {percentInWords(uptime.percent)}
          <CorrectedMark seconds={uptime.excludedSeconds} />
        </strong>
      </Line>
    ))}
  </Ranking>
)

type RankingProps = {
  id: string
  title: string
  span: string
  nothing: string
  children: ReactNode[]
}

const Ranking = ({ id, title, span, nothing, children }: RankingProps) => (
  <section className="card" aria-labelledby={id}>
    <div className="card-head overview-head">
      <h2 id={id}>{title}</h2>
      <span className="muted small">{span}</span>
    </div>
    {children.length === 0 ? (
      <p className="overview-nothing">{nothing}</p>
    ) : (
      <ol className="rows">{children}</ol>
    )}
  </section>
)

function Line({
  monitorId,
  name,
  children,
}: {
  monitorId: string
  name: string
  children: ReactNode
}) {
  const { pages } = useProject()
  return (
    <li className="ranking-line">
      <Link {...pages.monitor(monitorId)} className="row-link clip">
        {name}
      </Link>
      {children}
    </li>
  )
}

const width = 72
const height = 20
/** The height stands for at least this share of the largest value. */
const leastRange = 0.4

/** Hourly averages without a scale; the number beside it is the average. */
function Sparkline({ values }: { values: number[] }) {
  if (values.length < 2) return <span />
  const least = Math.min(...values)
  const most = Math.max(...values)
  const middle = (least + most) / 2
  const range = Math.max(most - least, most * leastRange)
  const points = values.map((value, at) => {
    const x = 1 + (at / (values.length - 1)) * (width - 2)
    const y = height / 2 - ((value - middle) / range) * (height - 4)
    return `${x.toFixed(1)},${y.toFixed(1)}`
  })
  return (
    <svg className="ranking-trend" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <polyline points={points.join(" ")} />
    </svg>
  )
}
