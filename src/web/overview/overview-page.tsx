import type { ReactNode } from "react"
import { lazy, Suspense } from "react"
import { allOf } from "../monitor/monitor-summary.tsx"
import { NoMonitors } from "../monitor/no-monitors.tsx"
import { useProject } from "../project/project-context.ts"
import { useSession } from "../sign-in/session.ts"
import { ButtonLink } from "../ui/button.tsx"
import { Failed } from "../ui/empty.tsx"
import { useTitle } from "../ui/page-title.ts"
import { Figures } from "./figures.tsx"
import { FirstSteps } from "./first-steps.tsx"
import { Maintenances } from "./maintenances.tsx"
import { OnCallNow } from "./on-call-now.tsx"
import { OpenIncidents } from "./open-incidents.tsx"
import type { OverviewOfProject } from "./overview-documents.ts"
import { OverviewWaiting } from "./overview-waiting.tsx"
import { LeastReliable, Slowest } from "./rankings.tsx"
import { useOverview } from "./read-overview.ts"
import { StatusNow } from "./status-now.tsx"
import "./overview.css"

// Few people are asked to swap.
const SwapList = lazy(() =>
  import("../on-call/swap-list.tsx").then(({ SwapList }) => ({ default: SwapList })),
)

/** First page of a project: current problems, then who is on call, then recent reliability. */
export function OverviewPage(): ReactNode {
  useTitle("Overview")
  const { id: projectId, may } = useProject()
  const { data, error, isFirst, again } = useOverview(projectId)
  const project = data?.project
  return (
    <>
      <div className="page-head">
        <h1>Overview</h1>
        {may("monitors:write") && project && allOf(project.counts) > 0 && (
          <ButtonLink
            to="/projects/$projectId/monitors/new"
            params={{ projectId }}
            variant="accent"
            icon="plus"
          >
            Add monitor
          </ButtonLink>
        )}
      </div>
      {project ? (
        <Parts project={project} onChange={again} />
      ) : isFirst ? (
        <OverviewWaiting />
      ) : (
        <Failed message={error ?? "Project not found."} onAgain={again} />
      )}
    </>
  )
}

function Parts({ project, onChange }: { project: OverviewOfProject; onChange(): void }) {
  const { counts, overview, incidents, onCallNow, maintenances, pendingSwaps } = project
  const session = useSession()
  const me = session.state === "signed-in" ? session.person.id : null
  const asked = pendingSwaps.filter(({ taker }) => taker.id === me)
  const isEmpty = allOf(counts) === 0
  return (
    <div className="overview" data-empty={isEmpty || undefined}>
      <div className="overview-column">
        {isEmpty ? (
          <NoMonitors />
        ) : (
          <>
            <StatusNow
              counts={counts}
              problems={overview.problems}
              unconfirmed={overview.unconfirmed}
              hours={overview.hours}
            />
            <Figures counts={counts} hours={overview.hours} month={overview.month} />
            <OpenIncidents
              incidents={incidents.edges.map(({ node }) => node)}
              count={counts.openIncidents}
            />
            <div className="overview-pair">
              <Slowest monitors={overview.slowest} />
              <LeastReliable monitors={overview.leastReliable} />
            </div>
          </>
        )}
      </div>
      <div className="overview-column overview-side">
        {asked.length > 0 && (
          <Suspense>
            <SwapList swaps={asked} onChange={onChange} />
          </Suspense>
        )}
        {isEmpty && <FirstSteps setup={overview.setup} />}
        <OnCallNow entries={onCallNow.edges.map(({ node }) => node)} />
        <Maintenances maintenances={maintenances.edges.map(({ node }) => node)} />
        {!isEmpty && <FirstSteps setup={overview.setup} />}
      </div>
    </div>
  )
}
