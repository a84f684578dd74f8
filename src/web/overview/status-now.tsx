import { Link } from "@tanstack/react-router"
import { Suspense, type ReactNode } from "react"
import { lazyPart } from "../lazy-part.ts"
import { FailureCount, NextCheck } from "../check/confirming.tsx"
import { statusMood, statusWord } from "../monitor/monitor-messages.ts"
import { summaryOf } from "../monitor/monitor-summary.tsx"
import { useProject } from "../project/project-context.ts"
import { Findings } from "../ui/findings.tsx"
import { Glyph, type Mood } from "../ui/glyph.tsx"
import { Ago, Since } from "../ui/time.tsx"
import { LastDay } from "./last-day.tsx"
import type {
  Hour,
  MonitorCounts,
  Problem,
  ProblemGroup,
  Unconfirmed,
} from "./overview-documents.ts"
import "./status-now.css"
import { counted } from "../ui/counted.ts"

// Most projects have no storm.
const ProblemGroups = lazyPart(() => import("./problem-groups.tsx"), "ProblemGroups")

type Props = {
  counts: MonitorCounts
  /** Those that are in no group. */
  problems: Problem[]
  groups: ProblemGroup[]
  unconfirmed: Unconfirmed[]
  hours: Hour[]
}

/** Current problems and the last 24 hours. */
export function StatusNow({ counts, problems, groups, unconfirmed, hours }: Props) {
  const { pages } = useProject()
  const { mood, text } = summaryOf(counts)
  const { offline, degraded, offlineInMaintenance, degradedInMaintenance } = counts
  const grouped = groups.reduce((sum, { ids }) => sum + ids.length, 0)
  const all = offline + degraded + offlineInMaintenance + degradedInMaintenance
  const more = all - grouped - problems.length
  return (
    <section className="card" aria-labelledby="now">
      <div className="now-head">
        <Glyph mood={mood} size={28} />
        <div>
          <h2 id="now" className="tinted" data-mood={mood}>
            {text}
          </h2>
          {counts.openIncidents !== undefined && (
            <p className="muted small">{openInWords(counts.openIncidents, counts.openAlerts)}</p>
          )}
        </div>
      </div>
      {groups.length > 0 && (
        <Suspense>
          <ProblemGroups groups={groups} />
        </Suspense>
      )}
      {problems.length > 0 && (
        <ul className="rows problems">
          {problems.map((problem) => (
            <ProblemLine key={problem.monitorId} problem={problem} />
          ))}
        </ul>
      )}
      {more > 0 && (
        <p className="problems-more small">
          <Link {...pages.monitors}>Show {more} more</Link>
        </p>
      )}
      {unconfirmed.length > 0 && (
        <ul className="rows problems" aria-label="Failures waiting for confirmation">
          {unconfirmed.map((one) => (
            <UnconfirmedLine key={one.monitorId} unconfirmed={one} />
          ))}
        </ul>
      )}
      <LastDay hours={hours} />
    </section>
  )
}

export function ProblemLine({ problem }: { problem: Problem }) {
  const { pages, may } = useProject()
  const { status, since, incidentId, incidentNumber, alertId } = problem
  const { maintenanceEndsAt } = problem
  const mood = maintenanceEndsAt === null ? statusMood[status] : "maintenance"
  return (
    <Line
      monitor={problem}
      incidentId={incidentId}
      mood={mood}
      state={
        <>
          {statusWord[status]} for <Since at={since} />
        </>
      }
    >
      {maintenanceEndsAt !== null ? (
        <>
          In maintenance, ends <Ago at={maintenanceEndsAt} />
        </>
      ) : problem.acknowledgedAt !== null ? (
        <>
          {incidentNumber !== null && `#${incidentNumber} · `}acknowledged by{" "}
          {problem.acknowledgedBy}, <Ago at={problem.acknowledgedAt} />
        </>
      ) : incidentNumber === null ? (
        may("incidents:read") && "No incident"
      ) : (
        `#${incidentNumber} · not acknowledged`
      )}
      {alertId !== null && (
        <>
          {" · "}
          <Link {...pages.alert(alertId)}>Alert timeline</Link>
        </>
      )}
    </Line>
  )
}

function UnconfirmedLine({ unconfirmed }: { unconfirmed: Unconfirmed }) {
  const { nextCheckAt, maintenanceEndsAt } = unconfirmed
  return (
    <Line
      monitor={unconfirmed}
      mood={maintenanceEndsAt === null ? "warning" : "maintenance"}
      state={<FailureCount {...unconfirmed} />}
    >
      {maintenanceEndsAt !== null && "In maintenance · "}
      <NextCheck dueAt={Date.parse(nextCheckAt)} />
    </Line>
  )
}

type LineProps = {
  monitor: Pick<Problem, "monitorId" | "name" | "findings">
  /** The line opens it instead of the monitor. */
  incidentId?: string | null
  mood: Mood
  state: ReactNode
  children: ReactNode
}

function Line({ monitor, incidentId = null, mood, state, children }: LineProps) {
  const { pages } = useProject()
  const { monitorId, name, findings } = monitor
  return (
    <li className="problem">
      <Glyph mood={mood} />
      <div className="problem-name">
        {incidentId === null ? (
          <Link {...pages.monitor(monitorId)} className="row-link clip">
            {name}
          </Link>
        ) : (
          <Link {...pages.incident(incidentId)} className="row-link clip">
            {name}
          </Link>
        )}
        <span className="muted small problem-reason">
          {findings.length === 0 ? "No reason recorded" : <Findings of={findings} />}
        </span>
      </div>
      <div className="problem-since">
        <strong className="tinted" data-mood={mood}>
          {state}
        </strong>
        <span className="muted small">{children}</span>
      </div>
    </li>
  )
}

function openInWords(openIncidents: number, openAlerts = 0): string {
  const incidents = counted(openIncidents, "incident")
  if (openIncidents === 0 && openAlerts === 0) return "No open incidents"
  return openAlerts === 0
    ? `${incidents} open`
    : `${incidents} and ${counted(openAlerts, "alert")} open`
}
