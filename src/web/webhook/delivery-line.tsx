import { Findings } from "../ui/findings.tsx"
import { useState, type ReactNode } from "react"
import { Badge } from "../ui/badge.tsx"
import { Icon } from "../ui/icon.tsx"
import { Ago, ExactTime } from "../ui/time.tsx"
import { DeliveryDetail } from "./delivery-detail.tsx"
import type { DeliveryRow } from "./delivery-documents.ts"
import { stateTone, stateWord } from "./delivery-words.ts"
import { counted } from "../ui/counted.ts"

type Props = {
  delivery: DeliveryRow
  mayReplay: boolean
  /** Who gets it, in lists of several recipients. */
  recipient?: ReactNode
  /** Below its attempts. */
  more?: ReactNode
  onChange(): void
}

/** One delivery; opens to its request and attempts. */
export function DeliveryLine({ delivery, mayReplay, recipient, more, onChange }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { event, state, attemptCount, lastFindings, nextAttemptAt, createdAt } = delivery
  const isRetried = state === "PENDING" && attemptCount > 0
  return (
    <li>
      <button
        type="button"
        className="delivery-line hovers"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="more" size={14} />
        <span>
          <Badge tone={isRetried ? "warning" : stateTone[state]}>
            {isRetried ? "Retrying" : stateWord[state]}
          </Badge>
        </span>
        <span className="delivery-what">
          {recipient}
          <code>{event}</code>
          {lastFindings.length > 0 && state !== "ACCEPTED" && state !== "DELIVERED" && (
            <span className="muted small">
              <Findings of={lastFindings} />
              {isRetried && nextAttemptAt !== null && (
                <>
                  {" "}
                  Next attempt <Ago at={nextAttemptAt} />.
                </>
              )}
            </span>
          )}
        </span>
        <span className="muted small">{counted(attemptCount, "attempt")}</span>
        <span className="small">
          <ExactTime at={createdAt} />
        </span>
      </button>
      {isOpen && (
        <>
          {more}
          <DeliveryDetail delivery={delivery} mayReplay={mayReplay} onChange={onChange} />
        </>
      )}
    </li>
  )
}
