import { Findings } from "../ui/findings.tsx"
import { useEffect, useRef } from "react"
import { useChange } from "../live/apply-change.ts"
import { useRead } from "../live/live-read.ts"
import { Badge } from "../ui/badge.tsx"
import { Button } from "../ui/button.tsx"
import { Snippet } from "../ui/copy.tsx"
import { Missing, Waiting } from "../ui/empty.tsx"
import { ExactTime, millisecondsInWords } from "../ui/time.tsx"
import { toast } from "../ui/toast.tsx"
import {
  OneDelivery,
  ReplayDelivery,
  type DeliveryRow,
  type FoundDelivery,
} from "./delivery-documents.ts"
import { outcomeWord } from "./delivery-words.ts"

type Props = { delivery: DeliveryRow; mayReplay: boolean; onChange(): void }

/** The body as it is sent, and each attempt with its answer. */
export function DeliveryDetail({ delivery, mayReplay, onChange }: Props) {
  const { id, state, attemptCount } = delivery
  const { data, error, isFirst, again } = useRead(OneDelivery, { id })
  const seen = useRef(`${state} ${attemptCount}`)
  useEffect(() => {
    if (seen.current === `${state} ${attemptCount}`) return
    seen.current = `${state} ${attemptCount}`
    again()
  })
  const replay = useChange(ReplayDelivery)
  const run = async () => {
    if ((await replay.run({ id })) === null) return
    toast("Delivery queued again")
    onChange()
  }
  const found = data?.delivery
  return (
    <div className="delivery-detail">
      <div className="row">
        <code className="muted small">{id}</code>
        {mayReplay && (
          <Button isBusy={replay.isRunning} onClick={() => void run()}>
            {state === "PENDING" ? "Send now" : "Replay"}
          </Button>
        )}
      </div>
      {replay.refusal !== null && (
        <p className="refused" role="alert">
          {replay.refusal.message}
        </p>
      )}
      <Missing error={error} onAgain={again} />
      {isFirst && <Waiting rows={2} />}
      {found && <Attempts attempts={found.attempts} />}
      {found?.body && (
        <Snippet title="Request body" label="request body" text={pretty(found.body)} />
      )}
    </div>
  )
}

function Attempts({ attempts }: Pick<FoundDelivery, "attempts">) {
  return (
    <section>
      <h3>Attempts</h3>
      {attempts.length === 0 && <p className="muted small">None yet</p>}
      <ol className="attempts">
        {attempts.map((attempt) => (
          <li key={attempt.number}>
            <div className="attempt-head">
              <Badge tone={attempt.outcome === "ACCEPTED" ? "good" : "bad"}>
                {attempt.responseStatus ?? outcomeWord[attempt.outcome]}
              </Badge>
              <span>
                #{attempt.number} {outcomeWord[attempt.outcome]}
              </span>
              <span className="muted small">{millisecondsInWords(attempt.durationMs)}</span>
              <span className="muted small">
                <ExactTime at={attempt.startedAt} />
              </span>
            </div>
            {attempt.findings.length > 0 && (
              <p className="small">
                <Findings of={attempt.findings} />
              </p>
            )}
            <Answer attempt={attempt} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Answer({ attempt }: { attempt: FoundDelivery["attempts"][number] }) {
  const { number, responseHeaders, responseBody } = attempt
  const parts = [responseHeaders, responseBody].filter((part) => part !== null && part !== "")
  if (parts.length === 0) return null
  return (
    <details className="attempt-answer">
      <summary>Response</summary>
      <Snippet
        title="Headers and body, the first 4 KiB of each"
        label={`response of attempt ${number}`}
        text={parts.join("\n\n")}
      />
    </details>
  )
}

/** JSON with line breaks; anything else as it is. */
function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    // Not JSON: it is shown as it was sent.
    return body
  }
}
