import { getRouteApi } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { Button } from "../ui/button.tsx"
import { Empty, Failed, Waiting } from "../ui/empty.tsx"
import { FilterBar } from "../ui/filter-bar.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { writeRange } from "../ui/range.ts"
import { RangePicker } from "../ui/range-picker.tsx"
import { MetricView } from "./metric-view.tsx"
import { Metrics, type MetricRow } from "./metric-documents.ts"
import { isNotStarted, NoTelemetry } from "./no-telemetry.tsx"
import { useWindow } from "./use-window.ts"
import "./metrics.css"

const route = getRouteApi("/signed-in/frame/projects/$projectId/services/metrics")

/** Every metric, and one of them as a chart. */
export function MetricsPage(): ReactNode {
  const { id: projectId } = useProject()
  const params = route.useSearch()
  const { search = "", query = "", metric, kind, show, by } = params
  const navigate = route.useNavigate()
  const window = useWindow(params)
  const go = (words: Partial<typeof params>) =>
    void navigate({ search: (before) => ({ ...before, ...words }), replace: true })
  const { data, error, again } = useRead(Metrics, { projectId, ...window.times })
  const metrics = data?.project?.metrics
  const shown = metrics?.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
  const chosen =
    metrics?.find((one) => one.name === metric && one.kind === kind) ??
    metrics?.find((one) => one.name === metric) ??
    (metric === undefined ? shown?.[0] : undefined)
  const choose = ({ name, kind: of }: MetricRow) =>
    go({ metric: name, kind: of, show: undefined, by: undefined })
  return (
    <>
      <PageHead title="Metrics">
        <RangePicker value={window.range} onChange={(range) => go(writeRange(range))} />
        <Button onClick={window.refresh}>Refresh</Button>
      </PageHead>
      {metrics === undefined && error === null && <Waiting rows={6} />}
      {metrics === undefined && error !== null && !isNotStarted(error) && (
        <Failed message={error} onAgain={again} />
      )}
      {(metrics?.length === 0 || (metrics === undefined && isNotStarted(error))) && (
        <NoTelemetry what="metrics" />
      )}
      {metrics !== undefined && metrics.length > 0 && (
        <div className="metrics">
          <div className="metrics-list">
            <FilterBar
              search={search}
              placeholder="Search metrics"
              onSearch={(text) => go({ search: text })}
            />
            <ul aria-label="Metrics">
              {shown?.map((one) => (
                <li key={`${one.name} ${one.kind}`}>
                  <button
                    type="button"
                    className="metric-name"
                    aria-current={one === chosen || undefined}
                    title={one.description}
                    onClick={() => choose(one)}
                  >
                    <span className="clip">{one.name}</span>
                    <span className="muted small clip">
                      {one.kind.toLowerCase().replace("_", " ")}
                      {one.unit !== "" && ` · ${one.unit}`} · {one.series} series
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </div>
          {chosen === undefined ? (
            <Empty title="No such metric">
              <p>It has no data in this time range. Choose another, or a longer range.</p>
            </Empty>
          ) : (
            <MetricView
              key={`${chosen.name} ${chosen.kind}`}
              metric={chosen}
              window={window}
              query={query}
              show={show}
              by={by}
              onChange={go}
            />
          )}
        </div>
      )}
    </>
  )
}
