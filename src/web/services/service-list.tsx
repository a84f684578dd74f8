import { getRouteApi, Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useRead } from "../live/live-read.ts"
import { PageRows } from "../project/page-rows.tsx"
import { useProject } from "../project/project-context.ts"
import { Button } from "../ui/button.tsx"
import { Empty, Failed, Waiting } from "../ui/empty.tsx"
import { FilterBar } from "../ui/filter-bar.tsx"
import { Glyph } from "../ui/glyph.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { writeRange } from "../ui/range.ts"
import { RangePicker } from "../ui/range-picker.tsx"
import { millisecondsInWords } from "../ui/time.tsx"
import { errorLevel, rateInWords, shareInWords } from "./figures.ts"
import { MiniChart } from "./mini-chart.tsx"
import { isNotStarted, NoTelemetry } from "./no-telemetry.tsx"
import { Services, type ServicePoint, type ServiceRow } from "./services-documents.ts"
import { useWindow, type Window } from "./use-window.ts"
import { counted } from "../ui/counted.ts"

const route = getRouteApi("/signed-in/frame/projects/$projectId/services/")

type Sort = "" | "errors" | "p95" | "name"
const orders: Record<Sort, (a: ServiceRow, b: ServiceRow) => number> = {
  "": (a, b) => b.calls - a.calls,
  errors: (a, b) => b.errors / b.calls - a.errors / a.calls,
  p95: (a, b) => b.p95Ms - a.p95Ms,
  name: (a, b) => a.name.localeCompare(b.name),
}
const isSort = (text: string): text is Sort => Object.hasOwn(orders, text)

/** In the URL: calls of our own checks are left out. */
const withoutChecks = "users"

/** Every service that sends traces, with its rate, errors and duration. */
export function ServiceList(): ReactNode {
  const { id: projectId } = useProject()
  const params = route.useSearch()
  const { search = "", sort = "", calls = "" } = params
  const navigate = route.useNavigate()
  const window = useWindow(params)
  const go = (words: Partial<typeof params>) =>
    void navigate({ search: (before) => ({ ...before, ...words }), replace: true })
  const { data, error, again } = useRead(Services, {
    projectId,
    ...window.times,
    withoutChecks: calls === withoutChecks,
  })
  const project = data?.project
  const shown = project?.services
    .filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()))
    .toSorted(orders[isSort(sort) ? sort : ""])
  const points = Map.groupBy(project?.serviceSeries.points ?? [], ({ service }) => service)
  const stepMs = (project?.serviceSeries.stepSeconds ?? 60) * 1000
  const failing = project?.services.filter(
    ({ errors, calls }) => errorLevel(errors, calls) === "bad",
  )
  return (
    <>
      <PageHead
        title="Services"
        sub={
          project === undefined || project === null
            ? "\u00A0"
            : `${counted(project.services.length, "service")}${
                failing === undefined || failing.length === 0
                  ? ""
                  : ` · ${failing.length} with many errors`
              }`
        }
      >
        <RangePicker value={window.range} onChange={(range) => go(writeRange(range))} />
        <Button onClick={window.refresh}>Refresh</Button>
      </PageHead>
      {project === undefined && error === null && <Waiting rows={6} />}
      {!project && error !== null && !isNotStarted(error) && (
        <Failed message={error} onAgain={again} />
      )}
      {(project?.services.length === 0 || (!project && isNotStarted(error))) && (
        <NoTelemetry what="services" />
      )}
      {shown !== undefined && project !== null && (project?.services.length ?? 0) > 0 && (
        <>
          <FilterBar
            search={search}
            placeholder="Search services"
            onSearch={(text) => go({ search: text })}
            filters={[
              {
                key: "sort",
                label: "Busiest first",
                value: sort,
                options: [
                  { value: "errors", label: "Most errors first" },
                  { value: "p95", label: "Slowest first" },
                  { value: "name", label: "By name" },
                ],
                onChange: (value) => go({ sort: value }),
              },
              {
                key: "calls",
                label: "All calls",
                value: calls,
                options: [{ value: withoutChecks, label: "Without Watchkeeper's checks" }],
                onChange: (value) => go({ calls: value }),
              },
            ]}
          />
          <PageRows
            list={{ rows: shown, error: null, again }}
            waiting={6}
            columns={{ row: "service-row", names: ["", "Service", "Calls", "Errors", "p95"] }}
            empty={
              <Empty title="No service matches">
                <p>Change the search.</p>
              </Empty>
            }
          >
            {(service) => (
              <Row
                key={service.name}
                service={service}
                points={points.get(service.name) ?? []}
                stepMs={stepMs}
                window={window}
                calls={calls}
              />
            )}
          </PageRows>
        </>
      )}
    </>
  )
}

type RowProps = {
  service: ServiceRow
  points: readonly ServicePoint[]
  stepMs: number
  window: Window
  calls: string
}

function Row({ service, points, stepMs, window, calls: choice }: RowProps) {
  const { pages } = useProject()
  const { name, calls, errors, p95Ms } = service
  const seconds = (window.until.getTime() - window.from.getTime()) / 1000
  const level = errorLevel(errors, calls)
  const line = (value: (point: ServicePoint) => number) => ({
    points: points.map((point) => ({ at: Date.parse(point.at), value: value(point) })),
    from: window.from.getTime(),
    until: window.until.getTime(),
    stepMs,
  })
  return (
    <li className="service-row hovers">
      <Glyph mood={level} />
      <Link
        className="row-link clip"
        {...pages.service(name)}
        search={{ ...writeRange(window.range), calls: choice || undefined }}
      >
        {name}
      </Link>
      <span className="service-figure">
        <MiniChart {...line((point) => point.calls)} tone="muted" />
        <span>{rateInWords(calls, seconds)}</span>
      </span>
      <span className="service-figure" data-level={level}>
        <MiniChart {...line((point) => point.errors / Math.max(1, point.calls))} tone="bad" />
        <span>{shareInWords(errors, calls)}</span>
      </span>
      <span className="service-figure">
        <MiniChart {...line((point) => point.p95Ms)} tone="accent" />
        <span>{millisecondsInWords(p95Ms)}</span>
      </span>
    </li>
  )
}
