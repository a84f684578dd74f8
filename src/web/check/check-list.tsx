import { useState } from "react"
import { statusMood, statusWord } from "../monitor/monitor-messages.ts"
import { Badge } from "../ui/badge.tsx"
import { Findings } from "../ui/findings.tsx"
import { Glyph } from "../ui/glyph.tsx"
import { Icon } from "../ui/icon.tsx"
import { Ago, ExactTime, millisecondsInWords } from "../ui/time.tsx"
import type { CheckRow } from "./check-documents.ts"
import { Detail } from "./detail.tsx"

/** Checks, newest first; each opens to its details. */
export const CheckList = ({ monitorId, checks }: { monitorId: string; checks: CheckRow[] }) => (
  <ul className="rows checks" aria-label="Checks">
    {checks.map((check) => (
      <Line key={check.id} monitorId={monitorId} check={check} />
    ))}
  </ul>
)

function Line({ monitorId, check }: { monitorId: string; check: CheckRow }) {
  const [isOpen, setOpen] = useState(false)
  const { status, findings, warningFindings, httpStatus, attempts } = check
  const said = findings.length > 0 ? findings : warningFindings.slice(0, 1)
  return (
    <li>
      <button
        type="button"
        className="check-line hovers"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="more" size={14} />
        <Glyph mood={statusMood[status]} />
        <span className="check-time">
          <ExactTime at={check.startedAt} />
          <span className="muted small">
            <Ago at={check.startedAt} />
          </span>
        </span>
        <span className="check-words">
          <span className="unseen">{statusWord[status]}. </span>
          <Findings of={said} />
          {said.length === 0 && (httpStatus === null ? "OK" : `Got ${httpStatus}`)}
          {attempts > 1 && (
            <Badge>{findings.length === 0 ? "Second check passed" : "Confirmed"}</Badge>
          )}
        </span>
        <span className="check-ms">{millisecondsInWords(check.durationMs)}</span>
      </button>
      {isOpen && <Detail monitorId={monitorId} check={check} />}
    </li>
  )
}
