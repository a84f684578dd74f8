import { Link } from "@tanstack/react-router"
import { conditionOf } from "../monitor/monitor-messages.ts"
import { useProject } from "../project/project-context.ts"
import { Glyph } from "../ui/glyph.tsx"
import { Ago, ExactTime, Since } from "../ui/time.tsx"
import { announcedWord } from "./affected-monitors.tsx"
import type { OneIncident } from "./incident-documents.ts"
import { capital } from "../ui/capital.ts"
import { Card } from "../ui/card.tsx"

/** When it began and who took it, and every monitor that it is about. */
export function IncidentFacts({ incident }: { incident: OneIncident }) {
  const { severity, startedAt, acknowledgedAt, acknowledgedBy, resolvedAt } = incident
  return (
    <>
      <Card title="Details">
        <dl className="fact-list">
          <div>
            <dt>Severity</dt>
            <dd>
              <span className="dot" style={{ background: severity.color }} />{" "}
              {capital(severity.label)}
            </dd>
          </div>
          <div>
            <dt>Started</dt>
            <dd>
              <ExactTime at={startedAt} />
            </dd>
          </div>
          <div>
            <dt>Acknowledged</dt>
            <dd>
              {acknowledgedAt === null ? (
                resolvedAt === null ? (
                  "Not yet"
                ) : (
                  "By nobody"
                )
              ) : (
                <>
                  {acknowledgedBy}, <Ago at={acknowledgedAt} />
                </>
              )}
            </dd>
          </div>
          {resolvedAt !== null && (
            <div>
              <dt>Resolved</dt>
              <dd>
                <ExactTime at={resolvedAt} />
              </dd>
            </div>
          )}
        </dl>
      </Card>
      {incident.monitors !== undefined && <Monitors incident={incident} />}
    </>
  )
}

/** Every monitor that an incident is about, the one that declared it first. */
export const monitorsOf = ({
  monitor,
  monitors = [],
}: Partial<Pick<OneIncident, "monitor" | "monitors">>) => {
  const announced = monitors.map((one) => one.monitor)
  const isAnnounced = announced.some(({ id }) => id === monitor?.id)
  return !monitor || isAnnounced ? announced : [monitor, ...announced]
}

function Monitors({ incident }: { incident: OneIncident }) {
  const { pages } = useProject()
  const words = new Map(
    incident.monitors?.map((one) => [one.monitor.id, announcedWord[one.status]]),
  )
  const all = monitorsOf(incident)
  return (
    <Card
      title="Monitors"
      side={all.length > 1 && <span className="muted small">{all.length}</span>}
    >
      {all.length === 0 && <p className="card-body muted small">About no monitor.</p>}
      <ul className="rows side-rows">
        {all.map((one) => {
          const isInMaintenance = Boolean(one.currentMaintenance)
          const { mood, word: now } = conditionOf({ ...one, isInMaintenance })
          const word = words.get(one.id)
          return (
            <li key={one.id}>
              <Glyph mood={mood} />
              <div>
                <Link {...pages.monitor(one.id)}>{one.name}</Link>
                <p className="muted small">
                  {now} for <Since at={one.statusSince} />
                  {isInMaintenance && " · in maintenance"}
                  {word !== undefined && ` · announced as ${word.toLowerCase()}`}
                </p>
              </div>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
