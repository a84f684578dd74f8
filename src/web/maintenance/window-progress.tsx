import type { CSSProperties } from "react"
import { DayAndTime, durationInWords } from "../ui/time.tsx"
import { useNow } from "../ui/use-clock.ts"
import type { MaintenanceView } from "./maintenance-documents.ts"

type Props = { window: Pick<MaintenanceView, "state" | "startsAt" | "endsAt"> }

/** Start, end and how far the window is. */
export function WindowProgress({ window: { state, startsAt, endsAt } }: Props) {
  const now = useNow()
  const starts = Date.parse(startsAt)
  const ends = Date.parse(endsAt)
  const share = Math.min(1, Math.max(0, (now - starts) / (ends - starts)))
  const words = {
    SCHEDULED: now < starts ? `Starts in ${durationInWords(starts - now)}` : "Starting",
    ONGOING: now < ends ? `Ends in ${durationInWords(ends - now)}` : "Ending",
    COMPLETED: `Lasted ${durationInWords(ends - starts)}`,
    CANCELLED: "Canceled",
  }[state]
  return (
    <section className="card progress" data-state={state} aria-label="Window">
      <div className="progress-ends">
        <span>
          <span className="muted small">Start</span>
          <strong>
            <DayAndTime at={startsAt} />
          </strong>
        </span>
        <strong className="progress-words">{words}</strong>
        <span>
          <span className="muted small">End</span>
          <strong>
            <DayAndTime at={endsAt} />
          </strong>
        </span>
      </div>
      <div
        className="progress-bar"
        aria-hidden="true"
        style={{ "--share": state === "COMPLETED" ? 1 : share } as CSSProperties}
      />
    </section>
  )
}
