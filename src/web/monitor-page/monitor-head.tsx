import { Link } from "@tanstack/react-router"
import type { CheckRow } from "../check/check-documents.ts"
import { Fact } from "../check/detail.tsx"
import { MaintenanceNote } from "../maintenance/maintenance-note.tsx"
import { useProject } from "../project/project-context.ts"
import { Badge } from "../ui/badge.tsx"
import { Findings } from "../ui/findings.tsx"
import { Glyph } from "../ui/glyph.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { Tint } from "../ui/tint.tsx"
import { Ago, DayAndTime, Since } from "../ui/time.tsx"
import { Confirming } from "../check/confirming.tsx"
import { Actions } from "./monitor-actions.tsx"
import type { MonitorOnPage, MonitorWhole } from "../monitor/monitor-documents.ts"
import { MonitorFigures } from "./monitor-figures.tsx"
import { isProbed, kindWord } from "../monitor/monitor-kind.ts"
import { conditionOf, minutesInWords, targetOf } from "../monitor/monitor-messages.ts"
import { Flags, Labels } from "../monitor/labels.tsx"
import "./monitor-head.css"

type Props = { monitor: MonitorOnPage; checks: CheckRow[] | undefined; onChange(): void }

/** Figures first, then what is wrong now. */
export function Head({ monitor, checks, onChange }: Props) {
  const { pages, may } = useProject()
  const isInMaintenance = Boolean(monitor.currentMaintenance)
  const { mood, word } = conditionOf({ ...monitor, isInMaintenance })
  const latest = checks?.[0]
  const isCalm = mood === "good" || mood === "off"
  const seen = isCalm ? [] : (latest?.findings ?? monitor.lastCheckFindings)
  const isUnwatched = monitor.unwatchedFindings.length > 0
  const findings = isUnwatched ? monitor.unwatchedFindings : seen
  return (
    <>
      <PageHead
        title={monitor.name}
        back={{ label: "Monitors", ...pages.monitors }}
        sub={
          <span className="monitor-sub">
            <span>
              {kindWord(monitor.kind)} · <Target monitor={monitor} />
              {isProbed(monitor.kind) && ` · every ${minutesInWords(monitor.intervalSeconds / 60)}`}
            </span>
            <Flags isMuted={monitor.isMuted} />
            <Labels labels={monitor.labels} />
          </span>
        }
      >
        {may("monitors:write") ? (
          <Actions monitor={monitor} latest={latest} onChange={onChange} />
        ) : undefined}
      </PageHead>
      <section className="stack tight" aria-label="Status" data-mood={mood}>
        <dl className="figure-line">
          <Fact name="Status">
            <span className="monitor-word tinted" data-mood={mood}>
              <Glyph mood={mood} size={18} /> <Tint value={word}>{word}</Tint> for{" "}
              <Since at={monitor.statusSince} />
            </span>
          </Fact>
          <MonitorFigures monitor={monitor} />
          <LastCheck monitor={monitor} latest={latest} />
        </dl>
        {findings.length > 0 && (
          <div className="monitor-reason">
            <p className="words">
              {isUnwatched && <strong>Nobody would notice an outage of this monitor. </strong>}
              <Findings of={findings} />
            </p>
            <OpenLinks monitor={monitor} />
          </div>
        )}
        {monitor.currentMaintenance && <MaintenanceNote maintenance={monitor.currentMaintenance} />}
        <Confirming monitor={monitor} checks={checks ?? []} />
        {monitor.isMuted && monitor.mutedUntil !== null && (
          <p className="monitor-note">
            <Badge tone="unknown">Muted</Badge> Muted until <DayAndTime at={monitor.mutedUntil} />:
            checks continue, but nobody is notified.
          </p>
        )}
      </section>
    </>
  )
}

/** To what is open because of it: who was paged, and what is being done. */
function OpenLinks({ monitor: { incidents, alerts } }: { monitor: MonitorOnPage }) {
  const { pages } = useProject()
  const incident = incidents?.edges[0]?.node
  const alert = alerts?.edges[0]?.node
  if (incident === undefined && alert === undefined) return null
  return (
    <p className="monitor-open small">
      {incident !== undefined && (
        <Link {...pages.incident(incident.id)}>Incident #{incident.number}</Link>
      )}
      {alert !== undefined && <Link {...pages.alert(alert.id)}>Alert timeline</Link>}
    </p>
  )
}

const Target = ({ monitor }: { monitor: MonitorWhole }) =>
  monitor.url !== null ? (
    <a href={monitor.url} target="_blank" rel="noreferrer">
      {targetOf(monitor)}
    </a>
  ) : monitor.telemetry !== null ? (
    <code>{monitor.telemetry.metric ?? monitor.telemetry.query}</code>
  ) : (
    targetOf(monitor)
  )

function LastCheck({ monitor, latest }: { monitor: MonitorWhole; latest: CheckRow | undefined }) {
  const checkedAt = latest?.startedAt ?? monitor.lastCheckAt
  const ends = latest?.certificateExpiresAt
  return (
    <>
      {isProbed(monitor.kind) ? (
        <Fact name="Last check">{checkedAt === null ? "None yet" : <Ago at={checkedAt} />}</Fact>
      ) : (
        <Fact name="Last ping">
          {monitor.lastPingAt === null ? "None yet" : <Ago at={monitor.lastPingAt} />}
        </Fact>
      )}
      {ends && (
        <Fact name="Certificate expires">
          <Ago at={ends} />
        </Fact>
      )}
    </>
  )
}
