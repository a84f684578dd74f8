import { Findings } from "../ui/findings.tsx"
import { Link } from "@tanstack/react-router"
import { useAgainOn } from "../live/again-on.ts"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { Missing, Waiting } from "../ui/empty.tsx"
import { Glyph } from "../ui/glyph.tsx"
import { ClockTime, durationInWords } from "../ui/time.tsx"
import { capital } from "../ui/capital.ts"
import { moodOfState } from "./incident-line.tsx"
import { PeopleOfIncident, type AlertOfIncident } from "./incident-side-documents.ts"
import { Card } from "../ui/card.tsx"

type Page = AlertOfIncident["pages"][number]

/** Whether a provider delivered or accepted any message of a page, and if not, why. */
function arrivalOf({ deliveries }: Page): {
  mood: "good" | "bad" | "unknown"
  words: string
  findings?: Page["deliveries"][number]["lastFindings"]
} {
  const taken =
    deliveries.find(({ state }) => state === "DELIVERED") ??
    deliveries.find(({ state }) => state === "ACCEPTED")
  if (taken !== undefined) {
    const at = taken.confirmedAt ?? taken.settledAt
    const word = taken.state === "DELIVERED" ? "delivered" : "accepted"
    const from = taken.firstAttemptAt
    const after =
      at === null || from === null ? "" : ` in ${latencyInWords(Date.parse(at) - Date.parse(from))}`
    return { mood: "good", words: `${word}${after}` }
  }
  const failed = deliveries.find(({ state }) => state === "DEAD")
  if (failed !== undefined) {
    return { mood: "bad", words: "failed: ", findings: failed.lastFindings }
  }
  const [next] = deliveries
  if (next === undefined) return { mood: "unknown", words: "no message yet" }
  const word = next.state === "CANCELLED" ? "not sent" : "not sent yet"
  return { mood: "unknown", words: word }
}

const latencyInWords = (ms: number) => (ms < 1000 ? "less than 1 s" : durationInWords(ms))

type Props = { id: string; changedAt: string }

export function PagedPeople({ id, changedAt }: Props) {
  const { may } = useProject()
  const isAllowed = may("alerts:read")
  const { data, error, isFirst, again } = useRead(PeopleOfIncident, { id }, { pause: !isAllowed })
  useAgainOn(changedAt, () => isAllowed && again())
  const alerts = data?.incident?.alerts.edges.map(({ node }) => node) ?? []
  if (!isAllowed) return null
  return (
    <Card title="Alerts and people paged">
      <Missing error={error} onAgain={again} />
      {isFirst && <Waiting rows={1} />}
      {data !== undefined && alerts.length === 0 && (
        <p className="card-body muted small">Nobody was paged.</p>
      )}
      {alerts.map((alert) => (
        <OneAlert key={alert.id} alert={alert} />
      ))}
    </Card>
  )
}

function OneAlert({ alert }: { alert: AlertOfIncident }) {
  const { id: projectId } = useProject()
  const { id, number, state, pages } = alert
  const mood = moodOfState(state.meaning)
  const path: string = `/projects/${projectId}/alerts/${id}`
  return (
    <ul className="rows side-rows">
      <li>
        <Glyph mood={mood} />
        <div>
          <Link to={path}>Alert #{number}</Link>
          <p className="muted small">{capital(state.label)}</p>
        </div>
      </li>
      {pages.map((page) => {
        const { mood, words, findings = [] } = arrivalOf(page)
        return (
          <li key={page.id}>
            <Glyph mood={mood} />
            <div>
              <p>
                {page.name ?? "Deleted"}{" "}
                <span className="muted small">
                  <ClockTime at={page.createdAt} />
                </span>
              </p>
              <p className="muted small">
                {words}
                <Findings of={findings} />
              </p>
            </div>
          </li>
        )
      })}
      {pages.length === 0 && <li className="muted small">It paged nobody.</li>}
    </ul>
  )
}
