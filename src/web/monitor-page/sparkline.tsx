type Point = { at: string; p50Ms: number }

const width = 96
const height = 20
const hourMs = 3_600_000

/** The median of each hour; a line is broken where there is no data. */
export function Sparkline({ points }: { points: readonly Point[] }) {
  const first = points[0]
  const last = points.at(-1)
  if (first === undefined || last === undefined || points.length < 2) return null
  const from = Date.parse(first.at)
  const span = Date.parse(last.at) - from
  const top = Math.max(...points.map(({ p50Ms }) => p50Ms))
  const low = Math.min(...points.map(({ p50Ms }) => p50Ms))
  const x = (at: string) => 1 + ((Date.parse(at) - from) / span) * (width - 2)
  const y = (ms: number) =>
    top === low ? height / 2 : 2 + (1 - (ms - low) / (top - low)) * (height - 4)
  const path = points.map(({ at, p50Ms }, index) => {
    const before = points[index - 1]
    const isJoined = before !== undefined && Date.parse(at) - Date.parse(before.at) <= hourMs
    return `${isJoined ? "L" : "M"}${x(at).toFixed(1)} ${y(p50Ms).toFixed(1)}`
  })
  return (
    <svg className="sparkline" width={width} height={height} aria-hidden="true">
      <path d={path.join("")} />
    </svg>
  )
}
