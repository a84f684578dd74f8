import { Link } from "@tanstack/react-router"
import { conditionOf } from "../monitor/monitor-messages.ts"
import { useProject } from "../project/project-context.ts"
import { Glyph } from "../ui/glyph.tsx"
import { Ago, ExactTime, Since } from "../ui/time.tsx"
import { announcedWord } from "./affected-monitors.tsx"
import type { OneIncident } from "./incident-documents.ts"
import { capital } from "./incident-line.tsx"

/** When it began and who took it, and every monitor that it is about. */
export function IncidentFacts({ incident }: { incident: OneIncident }) {
  const { severity, startedAt, acknowledgedAt, acknowledgedBy, resolvedAt } = incident
  return (
    <>
      <section className="card" aria-labelledby="details">
        <div className="card-head">
          <h2 id="details">Details</h2>
        </div>
        <dl className="fact-list">
          <div>
            <dt>Severity</dt>
            <dd>
              <span className="dot" style={{ background: severity.color }} />{" "}
              {capital(severity.name)}
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
                "Not yet"
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
      </section>
      <Monitors incident={incident} />
    </>
  )
}

type Shown = { monitor: OneIncident["monitors"][number]["monitor"]; announced: string | null }

function Monitors({ incident: { monitor, monitors } }: { incident: OneIncident }) {
  const { id: projectId } = useProject()
  const announced = monitors.map((one): Shown => ({
    monitor: one.monitor,
    announced: announcedWord[one.status],
  }))
  const isNamed = announced.some((one) => one.monitor.id === monitor?.id)
  const all = [...(monitor === null || isNamed ? [] : [{ monitor, announced: null }]), ...announced]
  return (
    <section className="card" aria-labelledby="affected-monitors">
      <div className="card-head">
        <h2 id="affected-monitors">Monitors</h2>
        {all.length > 1 && <span className="muted small">{all.length}</span>}
      </div>
      {all.length === 0 && <p className="card-body muted small">About no monitor.</p>}
      <ul className="rows side-rows">
        {all.map(({ monitor: one, announced: word }) => {
          const { mood, word: now } = conditionOf(one)
          return (
            <li key={one.id}>
              <Glyph mood={mood} />
              <div>
                <Link
                  to="/projects/$projectId/monitors/$monitorId"
                  params={{ projectId, monitorId: one.id }}
                >
                  {one.name}
                </Link>
                <p className="muted small">
                  {now} for <Since at={one.statusSince} />
                  {word !== null && ` · announced as ${word.toLowerCase()}`}
                </p>
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
