import { useMemo } from "react"
import { Fact } from "../check/detail.tsx"
import { useRead } from "../live/live-read.ts"
import { Missing, Waiting } from "../ui/empty.tsx"
import { UptimeOfMonitor } from "../monitor/monitor-documents.ts"
import type { MonitorRow } from "../monitor/monitor-row-documents.ts"
import { Corrected } from "../monitor/corrected.tsx"
import { Days } from "../monitor/days.tsx"
import { dataInWords } from "../monitor/monitor-messages.ts"
import { percentInWords } from "../ui/percent.ts"
import { Card } from "../ui/card.tsx"

const dayMs = 86_400_000
const windows = [
  ["day", "24 hours", 1],
  ["week", "7 days", 7],
  ["month", "30 days", 30],
  ["quarter", "90 days", 90],
] as const

/** Uptime of each window, with the share of time that has data. */
export function UptimeCard({ id, status }: { id: string; status: MonitorRow["status"] }) {
  // Read again only when the status changes, because the figures change slowly.
  const moments = useMemo(spans, [status])
  const { data, error, isFirst, again } = useRead(UptimeOfMonitor, { id, ...moments })
  const read = data?.monitor
  return (
    <Card title="Uptime">
      <Missing error={error} onAgain={again} />
      {isFirst && (
        <div className="card-body">
          <Waiting rows={2} />
        </div>
      )}
      {read && (
        <>
          <dl className="facts fact-tiles">
            {windows.map(([key, name, days]) => (
              <Fact key={key} name={name}>
                {percentInWords(read[key].percent)}
                <span className="muted small">
                  {" "}
                  {dataInWords(read[key].coverage, days * dayMs)}
                </span>
                <Corrected seconds={read[key].excludedSeconds} />
              </Fact>
            ))}
          </dl>
          <Days days={read.uptimeByDay} />
        </>
      )}
    </Card>
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
