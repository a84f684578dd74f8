import { Link, useParams } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useEvents } from "../live/events.ts"
import { useRead } from "../live/live-read.ts"
import { useRefresh } from "../live/refresh.ts"
import { NoItem } from "../project/no-item.tsx"
import { useProject } from "../project/project-context.ts"
import { Badge } from "../ui/badge.tsx"
import { Findings } from "../ui/findings.tsx"
import { Glyph } from "../ui/glyph.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { percentInWords } from "../ui/percent.ts"
import { Ago, DayAndTime } from "../ui/time.tsx"
import { BudgetCharts } from "./budget-charts.tsx"
import { BurnAlerts } from "./burn-alerts.tsx"
import { SloActions } from "./slo-actions.tsx"
import { Decisions } from "./slo-decisions.tsx"
import { OneSlo, SloChanged, type SloWhole } from "./slo-documents.ts"
import {
  amountInWords,
  dataOf,
  measureInWords,
  moods,
  rateInWords,
  shareInWords,
  statusWords,
} from "./slo-words.ts"
import "./slo.css"

export function SloPage(): ReactNode {
  const { sloId } = useParams({ from: "/signed-in/frame/projects/$projectId/slos/$sloId" })
  return <OneSloPage key={sloId} id={sloId} />
}

function OneSloPage({ id }: { id: string }) {
  const { id: projectId, pages } = useProject()
  const read = useRead(OneSlo, { id })
  const { data, again } = read
  const soon = useRefresh(again)
  useEvents(SloChanged, { projectId, sloId: id }, (event) => event.sloChanged, { onRows: soon })
  const slo = data?.slo
  const back = { label: "SLOs", ...pages.slos }
  if (!slo) return <NoItem noun="SLO" read={read} back={back} />
  return (
    <>
      <PageHead title={slo.name} back={back} sub={<Measured slo={slo} />}>
        <SloActions slo={slo} onChange={again} />
      </PageHead>
      {slo.description !== "" && <p className="slo-description">{slo.description}</p>}
      <Notes slo={slo} />
      <Figures slo={slo} />
      <BudgetCharts slo={slo} />
      <div className="slo-columns">
        <BurnAlerts slo={slo} />
        <Decisions slo={slo} />
      </div>
    </>
  )
}

function Measured({ slo }: { slo: SloWhole }) {
  const { pages } = useProject()
  const { status, mutedUntil, monitors, service } = slo
  const sharesName = service === null && monitors.length === 1
  return (
    <span className="slo-sub">
      <span className="tinted row" data-mood={moods[status]}>
        <Glyph mood={moods[status]} size={14} /> {statusWords[status]}
      </span>
      {mutedUntil !== null && (
        <Badge>
          Muted until <DayAndTime at={mutedUntil} />
        </Badge>
      )}
      <span>{sharesName ? "Uptime of" : measureInWords(slo)}</span>
      {monitors.map(({ id, name }) => (
        <Link key={id} {...pages.monitor(id)}>
          {name}
        </Link>
      ))}
      {service !== null && <Link {...pages.service(service)}>{service}</Link>}
    </span>
  )
}

/** What is not known, and why. */
function Notes({ slo }: { slo: SloWhole }) {
  const { skippedFindings, isComplete, evaluatedAt, budget, indicator, monitors } = slo
  const coverage = budget?.coverage ?? null
  if (indicator === "MONITORS" && monitors.length === 0) {
    return <p className="note">Its monitors were deleted. Edit the SLO to choose others.</p>
  }
  if (skippedFindings.length > 0) {
    return (
      <p className="note">
        The last evaluation was skipped: <Findings of={skippedFindings} />
      </p>
    )
  }
  if (evaluatedAt === null) return <p className="note">The first evaluation is under way.</p>
  if (!isComplete) {
    return <p className="note">Past requests are still being counted, so the budget may change.</p>
  }
  return (
    <>
      {budget !== null && budget.excluded > 0 && (
        <p className="note">
          Corrected: {amountInWords(budget.excluded, indicator)} excluded. Excluded time counts
          neither as good nor as bad.
        </p>
      )}
      {coverage !== null && coverage < 0.995 && (
        <p className="note">
          {percentInWords(coverage * 100, 0)} of the window has data. Time without data counts
          neither as good nor as bad.
        </p>
      )}
    </>
  )
}

function Figures({ slo }: { slo: SloWhole }) {
  const { budget, indicator, targetPercent, windowDays, burnRate, exhaustedAt } = slo
  const remaining = budget?.remaining ?? null
  const isOver = remaining !== null && remaining <= 0
  return (
    <dl className="card slo-figures">
      <Figure
        name="Attained"
        sub={[`Target ${percentInWords(targetPercent)} in ${windowDays} days`, dataOf(slo)]
          .filter((one) => one !== "")
          .join(" · ")}
      >
        {percentInWords(budget?.attainedPercent ?? null)}
      </Figure>
      <Figure
        name="Budget left"
        sub={
          budget === null || budget.total === null
            ? "No data in the window"
            : `${isOver ? "Exceeded by" : "Left:"} ${amountInWords(remaining, indicator)} of ${amountInWords(budget.total, indicator)}`
        }
      >
        {shareInWords(budget?.remainingShare ?? null)}
      </Figure>
      <Figure name="Burn rate" sub="At 1× the budget lasts one window">
        {rateInWords(burnRate)}
      </Figure>
      <Figure name="Budget gone" sub="At the current burn rate">
        {exhaustedAt === null ? "Not in this window" : isOver ? "Now" : <Ago at={exhaustedAt} />}
      </Figure>
    </dl>
  )
}

const Figure = ({ name, sub, children }: { name: string; sub: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <strong>{children}</strong>
      <span className="muted small">{sub}</span>
    </dd>
  </div>
)
