import { Ago, durationInWords } from "../ui/time.tsx"
import type { ShownRow } from "./use-row-details.ts"

/** How often it is checked, and when it last was. */
export const Rhythm = ({ monitor }: { monitor: ShownRow }) => {
  const { intervalSeconds, heartbeatIntervalMinutes, lastCheckAt, lastPingAt } = monitor
  const every = heartbeatIntervalMinutes === null ? intervalSeconds : heartbeatIntervalMinutes * 60
  const last = heartbeatIntervalMinutes === null ? lastCheckAt : lastPingAt
  return (
    <>
      <span className="list-figure">{durationInWords(every * 1000)}</span>
      <span className="list-figure">{last === null ? "–" : <Ago at={last} />}</span>
    </>
  )
}
