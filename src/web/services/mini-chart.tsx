type Props = {
  /** Milliseconds and values, oldest first. */
  points: readonly { at: number; value: number }[]
  from: number
  until: number
  /** Points further apart are not joined. */
  stepMs: number
  tone: "accent" | "bad" | "muted"
}

const width = 96
const height = 24

/** A line over the whole range, so that those of a list can be compared; a gap stays a gap. */
export function MiniChart({ points, from, until, stepMs, tone }: Props) {
  const top = Math.max(0, ...points.map(({ value }) => value))
  const x = (at: number) => ((at - from) / (until - from)) * width
  const y = (value: number) => (top === 0 ? height - 1 : height - 1 - (value / top) * (height - 3))
  const path = points.map(({ at, value }, index) => {
    const before = points[index - 1]
    const isJoined = before !== undefined && at - before.at <= stepMs * 1.5
    return `${isJoined ? "L" : "M"}${x(at).toFixed(1)} ${y(value).toFixed(1)}`
  })
  return (
    <svg
      className="mini-chart"
      data-tone={tone}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      aria-hidden="true"
    >
      <line x1="0" x2={width} y1={height - 0.5} y2={height - 0.5} />
      <path d={path.join("")} />
    </svg>
  )
}
