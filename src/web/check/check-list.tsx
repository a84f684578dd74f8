import { useState } from "react"
import { statusMood, statusWord } from "../monitor/monitor-messages.ts"
import { Glyph } from "../ui/glyph.tsx"
import { Icon } from "../ui/icon.tsx"
import { Ago, ClockTime, millisecondsInWords } from "../ui/time.tsx"
import { Detail } from "./detail.tsx"
import type { CheckRow } from "./check-documents.ts"

const atFirst = 12

/** The last checks, newest first; each opens to its details. */
export function CheckList({ monitorId, checks }: { monitorId: string; checks: CheckRow[] }) {
  const [isAll, setAll] = useState(false)
  return (
    <>
      <ul className="rows checks">
        {(isAll ? checks : checks.slice(0, atFirst)).map((check) => (
          <Line key={check.id} monitorId={monitorId} check={check} />
        ))}
      </ul>
      {!isAll && checks.length > atFirst && (
        <p className="card-foot">
          <button type="button" className="as-link" onClick={() => setAll(true)}>
            Show {checks.length - atFirst} more
          </button>
        </p>
      )}
    </>
  )
}

function Line({ monitorId, check }: { monitorId: string; check: CheckRow }) {
  const [isOpen, setOpen] = useState(false)
  const { status, reason, warnings, httpStatus, attempts } = check
  const words = reason ?? warnings[0] ?? (httpStatus === null ? "OK" : `Got ${httpStatus}`)
  return (
    <li>
      <button
        type="button"
        className="check-line"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="more" size={14} />
        <Glyph mood={statusMood[status]} />
        <span className="check-time">
          <ClockTime at={check.startedAt} />
          <span className="muted small">
            <Ago at={check.startedAt} />
          </span>
        </span>
        <span className="check-words">
          <span className="unseen">{statusWord[status]}. </span>
          {words}
          {attempts > 1 && (
            <span className="badge">{reason === null ? "Second check passed" : "Confirmed"}</span>
          )}
        </span>
        <span className="check-ms">{millisecondsInWords(check.durationMs)}</span>
      </button>
      {isOpen && <Detail monitorId={monitorId} check={check} />}
    </li>
  )
}
