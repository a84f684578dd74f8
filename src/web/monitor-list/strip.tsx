import type { Mood } from "../ui/glyph.tsx"
import type { RowDetail } from "./list-documents.ts"
import { statusMood } from "../monitor/monitor-messages.ts"
import { counted } from "../ui/counted.ts"

type Check = RowDetail["recentChecks"][number]

const places = 30
const width = 4
const height = 20

/** Offline has full height and degraded almost full height; other checks are as high as their response time. */
function tallOf({ status, durationMs }: Check, slowest: number): number {
  if (status === "OFFLINE") return height
  if (status === "DEGRADED") return height * 0.75
  return 5 + Math.sqrt(durationMs / slowest) * height * 0.4
}

const bar = (at: number, tall: number) =>
  `M${at * width + 0.5} ${(height - tall).toFixed(1)}h3V${height}h-3z`

/** The last checks, oldest first; height and color show the result. One path a color, for long lists. */
export function Strip({ checks = [] }: { checks?: readonly Check[] | undefined }) {
  const shown = checks.slice(0, places).toReversed()
  const slowest = Math.max(1, ...shown.map(({ durationMs }) => durationMs))
  const faults = shown.filter(({ status }) => status !== "OPERATIONAL").length
  const paths = new Map<Mood | "none", string>()
  const draw = (mood: Mood | "none", path: string) =>
    paths.set(mood, (paths.get(mood) ?? "") + path)
  const missing = places - shown.length
  for (let at = 0; at < missing; at++) draw("none", bar(at, 3))
  for (const [at, check] of shown.entries()) {
    draw(statusMood[check.status], bar(missing + at, tallOf(check, slowest)))
  }
  return (
    <svg
      className="strip"
      viewBox={`0 0 ${places * width} ${height}`}
      width={places * width}
      height={height}
      preserveAspectRatio="none"
      role="img"
      aria-label={
        shown.length === 0
          ? "No checks yet"
          : `${faults} of the last ${counted(shown.length, "check")} failed`
      }
    >
      {[...paths].map(([mood, path]) => (
        <path key={mood} data-mood={mood} d={path} />
      ))}
    </svg>
  )
}
