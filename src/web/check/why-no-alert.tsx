import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { Missing } from "../ui/empty.tsx"
import { Step, Steps } from "../ui/steps.tsx"
import { Findings } from "../ui/findings.tsx"
import { SilenceReasons, type CheckRow } from "./check-documents.ts"

type Props = { monitorId: string; check: CheckRow }

/** By then its result was recorded, and the next check had not begun. */
const settledMs = 2000

/** Which rule kept a failed check from alerting; or the incident that it belongs to. */
export function WhyNoAlert({ monitorId, check }: Props) {
  const { pages } = useProject()
  const [at] = useState(() => {
    const ended = Date.parse(check.startedAt) + check.durationMs + settledMs
    return new Date(Math.min(ended, Date.now())).toISOString()
  })
  const { data, error, again } = useRead(SilenceReasons, { id: monitorId, at })
  const found = data?.monitor?.silenceReasons
  const isDeclared = found?.reason === "DECLARED"
  const incident = found?.verdict?.incident
  const alert = found?.verdict?.alert
  return (
    <section className="check-part why-no-alert">
      <h3>{isDeclared ? "Alert" : "Why no alert?"}</h3>
      <Missing error={error} onAgain={again} />
      {found && (
        <Steps label="Why">
          <Step
            at={check.startedAt}
            tone={isDeclared ? "bad" : "plain"}
            isMuted={!isDeclared}
            title={isDeclared ? "Alert raised" : "No alert"}
          >
            <p>
              <Findings of={found.findings} />
            </p>
            {(incident ?? alert) && (
              <p className="row">
                {incident && (
                  <Link {...pages.incident(incident.id)}>Incident #{incident.number}</Link>
                )}
                {alert && <Link {...pages.alert(alert.id)}>Timeline of alert #{alert.number}</Link>}
              </p>
            )}
          </Step>
        </Steps>
      )}
    </section>
  )
}
