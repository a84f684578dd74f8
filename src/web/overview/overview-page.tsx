import { Suspense, type ReactNode } from "react"
import { allOf } from "../monitor/monitor-summary.tsx"
import { useProject } from "../project/project-context.ts"
import { useSession } from "../sign-in/session.ts"
import { ButtonLink } from "../ui/button.tsx"
import { Failed } from "../ui/empty.tsx"
import { useTitle } from "../ui/page-title.ts"
import { Figures } from "./figures.tsx"
import type { Counts, MonitorCounts, OverviewOfProject } from "./overview-documents.ts"
import { OverviewWaiting } from "./overview-waiting.tsx"
import { useOverview } from "./read-overview.ts"
import { StatusNow } from "./status-now.tsx"
import "./overview.css"
import { lazyPart } from "../lazy-part.ts"

// Most projects have monitors.
const NoMonitors = lazyPart(() => import("../monitor-list/no-monitors.tsx"), "NoMonitors")
// All are done after the first days.
const FirstSteps = lazyPart(() => import("./first-steps.tsx"), "FirstSteps")
// Below what is wrong now, which it repeats.
const OpenIncidents = lazyPart(() => import("./open-incidents.tsx"), "OpenIncidents")
// Beside what is wrong now.
const OnCallNow = lazyPart(() => import("./on-call-now.tsx"), "OnCallNow")
const Maintenances = lazyPart(() => import("./maintenances.tsx"), "Maintenances")
// Below what is wrong now.
const Rankings = lazyPart(() => import("./rankings.tsx"), "Rankings")
// Few people are asked to swap.
const SwapList = lazyPart(() => import("../on-call/swap-list.tsx"), "SwapList")

/** First page of a project: current problems, then who is on call, then recent reliability. */
export function OverviewPage(): ReactNode {
  useTitle("Overview")
  const { id: projectId, may, pages } = useProject()
  const { data, error, isFirst, again } = useOverview(projectId)
  const project = data?.project
  const counts = project ? monitorsIn(project.counts) : null
  const hasMonitors = counts !== null && allOf(counts) > 0
  return (
    <>
      <div className="page-head">
        <h1>Overview</h1>
        {may("monitors:write") && hasMonitors && (
          <ButtonLink {...pages.newMonitor} variant="accent" icon="plus">
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

type PartsProps = { project: OverviewOfProject; onChange(): void }

/** What the viewer may see of the project; the rest was not read. */
function Parts({ project, onChange }: PartsProps) {
  const { counts, overview, incidents, onCallNow, maintenances, pendingSwaps = [] } = project
  const session = useSession()
  const me = session.state === "signed-in" ? session.person.id : null
  const asked = pendingSwaps.filter(({ taker }) => taker.id === me)
  const monitors = monitorsIn(counts)
  const isEmpty = monitors !== null && allOf(monitors) === 0
  const hasSteps = overview !== undefined && Object.values(overview.setup).some((done) => !done)
  const firstSteps = hasSteps && (
    <Suspense>
      <FirstSteps setup={overview.setup} />
    </Suspense>
  )
  const rows = incidents?.edges.map(({ node }) => node)
  const open = rows !== undefined && (
    <Suspense>
      <OpenIncidents incidents={rows} count={counts.openIncidents ?? rows.length} />
    </Suspense>
  )
  return (
    <div className="overview" data-empty={isEmpty || undefined}>
      <div className="overview-column">
        {isEmpty && (
          <Suspense>
            <NoMonitors />
          </Suspense>
        )}
        {!isEmpty && monitors !== null && overview !== undefined && (
          <>
            <StatusNow
              counts={monitors}
              problems={overview.problems}
              groups={overview.problemGroups}
              unconfirmed={overview.unconfirmed}
              hours={overview.hours}
            />
            <Figures counts={monitors} hours={overview.hours} month={overview.month} />
            {open}
            <div className="overview-pair">
              <Suspense fallback={<span className="waiting-list" />}>
                <Rankings {...overview} />
              </Suspense>
            </div>
          </>
        )}
        {monitors === null && <WithoutMonitors>{open}</WithoutMonitors>}
      </div>
      <div className="overview-column overview-side">
        {asked.length > 0 && (
          <Suspense>
            <SwapList swaps={asked} onChange={onChange} />
          </Suspense>
        )}
        {isEmpty && firstSteps}
        <Suspense>
          {onCallNow && <OnCallNow entries={onCallNow.edges.map(({ node }) => node)} />}
          {maintenances && (
            <Maintenances maintenances={maintenances.edges.map(({ node }) => node)} />
          )}
        </Suspense>
        {!isEmpty && firstSteps}
      </div>
    </div>
  )
}

const monitorsIn = (counts: Counts): MonitorCounts | null => ("offline" in counts ? counts : null)

/** For a role that may not read monitors: the open incidents, and that something is left out. */
const WithoutMonitors = ({ children }: { children: ReactNode }) => (
  <>
    {children}
    <section className="card" aria-label="Monitors">
      <p className="overview-nothing">
        Your role in this project does not include monitors. An owner or admin can change it.
      </p>
    </section>
  </>
)
