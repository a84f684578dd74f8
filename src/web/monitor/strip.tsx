import type { MonitorRow } from "./monitor-documents.ts"
import { statusMood, statusWord } from "./monitor-messages.ts"

export type StripCheck = {
  id: string
  startedAt: string
  status: MonitorRow["status"]
  durationMs: number
}

const places = 30
const width = 6
const height = 24

/** Offline has full height and degraded almost full height; other checks are as high as their response time. */
function tallOf({ status, durationMs }: StripCheck, slowest: number): number {
  if (status === "OFFLINE") return height
  if (status === "DEGRADED") return height * 0.75
  return 5 + Math.sqrt(durationMs / slowest) * height * 0.4
}

/** The last checks, oldest first; height and color show the result. */
export function Strip({ checks }: { checks: StripCheck[] | undefined }) {
  const shown = (checks ?? []).slice(0, places).toReversed()
  const slowest = Math.max(1, ...shown.map(({ durationMs }) => durationMs))
  const faults = shown.filter(({ status }) => status !== "OPERATIONAL").length
  return (
    <svg
      className="strip"
      viewBox={`0 0 ${places * width} ${height}`}
      width={places * width}
      height={height}
      role="img"
      aria-label={
        shown.length === 0 ? "No checks yet" : `${faults} of the last ${shown.length} checks failed`
      }
    >
      {Array.from({ length: places }, (_unused, at) => {
        const check = shown[at - (places - shown.length)]
        const x = at * width + 1
        if (check === undefined) {
          return (
            <rect
              key={at}
              className="strip-none"
              x={x}
              y={height - 3}
              width={4}
              height={3}
              rx={1.5}
            />
          )
        }
        const tall = tallOf(check, slowest)
        return (
          <rect
            key={check.id}
            data-mood={statusMood[check.status]}
            x={x}
            y={height - tall}
            width={4}
            height={tall}
            rx={1.5}
          >
            <title>{`${statusWord[check.status]}, ${new Date(check.startedAt).toLocaleTimeString()}, ${Math.round(check.durationMs)} ms`}</title>
          </rect>
        )
      })}
    </svg>
  )
}
