import { useMemo } from "react"
import { Fact } from "../check/detail.tsx"
import { useRead } from "../live/read.ts"
import { Missing, Waiting } from "../part/empty.tsx"
import { UptimeOfMonitor } from "./documents.ts"
import type { MonitorRow } from "./documents.ts"
import { Days } from "./days.tsx"
import { coverageInWords, percentInWords } from "./words.ts"

const dayMs = 86_400_000
const windows = [
  ["day", "24 hours"],
  ["week", "7 days"],
  ["month", "30 days"],
  ["quarter", "90 days"],
] as const

/** How much of the time that was seen it worked, and how much of it was seen. */
export function UptimeCard({ id, status }: { id: string; status: MonitorRow["status"] }) {
  // Read again when the status changes: until then the figures hardly move.
  const moments = useMemo(spans, [status])
  const { data, error, isFirst, again } = useRead(UptimeOfMonitor, { id, ...moments })
  const read = data?.monitor
  return (
    <section className="card" aria-labelledby="uptime">
      <div className="card-head">
        <h2 id="uptime">Uptime</h2>
      </div>
      <Missing error={error} onAgain={again} />
      {isFirst && (
        <div className="card-body">
          <Waiting rows={2} />
        </div>
      )}
      {read && (
        <>
          <dl className="facts fact-tiles">
            {windows.map(([key, name]) => (
              <Fact key={key} name={name}>
                {percentInWords(read[key].percent)}
                <span className="muted small"> {coverageInWords(read[key].coverage)}</span>
              </Fact>
            ))}
          </dl>
          <Days days={read.uptimeByDay} />
        </>
      )}
    </section>
  )
}

function spans() {
  const now = Date.now()
  const before = (days: number) => new Date(now - days * dayMs).toISOString()
  return {
    day: before(1),
    week: before(7),
    month: before(30),
    quarter: before(90),
    now: new Date(now).toISOString(),
  }
}
