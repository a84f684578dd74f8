import { getRouteApi } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { ChartTable } from "../chart/chart-table.tsx"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { Button } from "../ui/button.tsx"
import { Failed, Waiting } from "../ui/empty.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { writeRange } from "../ui/range.ts"
import { RangePicker } from "../ui/range-picker.tsx"
import { millisecondsInWords } from "../ui/time.tsx"
import { rateInWords, shareInWords } from "./figures.ts"
import { isNotStarted, NoTelemetry } from "./no-telemetry.tsx"
import { ServiceGraph } from "./service-graph.tsx"
import { ServiceMap } from "./services-documents.ts"
import { useWindow } from "./use-window.ts"

const route = getRouteApi("/signed-in/frame/projects/$projectId/services/map")

/** Which services call which. */
export function MapPage(): ReactNode {
  const { id: projectId } = useProject()
  const params = route.useSearch()
  const navigate = route.useNavigate()
  const window = useWindow(params)
  const { data, error, again } = useRead(ServiceMap, { projectId, ...window.times })
  const project = data?.project
  const edges = project?.serviceMap.edges ?? []
  const services = project?.services ?? []
  const seconds = (window.until.getTime() - window.from.getTime()) / 1000
  const share = project?.serviceMap.sampledShare ?? 1
  return (
    <>
      <PageHead
        title="Service map"
        sub={
          share < 1
            ? `Estimated from ${shareInWords(share, 1)} of the traces`
            : "From calls between spans"
        }
      >
        <RangePicker
          value={window.range}
          onChange={(range) =>
            void navigate({ search: (before) => ({ ...before, ...writeRange(range) }) })
          }
        />
        <Button onClick={window.refresh}>Refresh</Button>
      </PageHead>
      {project === undefined && error === null && <Waiting rows={5} />}
      {!project && error !== null && !isNotStarted(error) && (
        <Failed message={error} onAgain={again} />
      )}
      {(project ? services.length === 0 && edges.length === 0 : isNotStarted(error)) && (
        <NoTelemetry what="traces" />
      )}
      {project && (services.length > 0 || edges.length > 0) && (
        <>
          <div className="map-frame card" tabIndex={0} role="region" aria-label="Service map">
            <ServiceGraph
              services={services}
              edges={edges}
              seconds={seconds}
              range={window.range}
            />
          </div>
          <div className="card">
            <ChartTable
              label="Calls between services"
              heads={["From and to", "Calls", "Errors", "p95"]}
              rows={() =>
                edges.map((edge) => ({
                  key: `${edge.source} ${edge.target} ${edge.kind}`,
                  cells: [
                    `${edge.source} → ${edge.target}`,
                    rateInWords(edge.calls, seconds),
                    shareInWords(edge.errors, edge.calls),
                    millisecondsInWords(edge.p95Ms),
                  ],
                }))
              }
            />
          </div>
        </>
      )}
    </>
  )
}
