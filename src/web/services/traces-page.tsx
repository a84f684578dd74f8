import { getRouteApi, Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { Button } from "../ui/button.tsx"
import { Empty } from "../ui/empty.tsx"
import { Glyph } from "../ui/glyph.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { writeRange, type Range } from "../ui/range.ts"
import { RangePicker } from "../ui/range-picker.tsx"
import { Segments } from "../ui/segments.tsx"
import { Ago, millisecondsInWords } from "../ui/time.tsx"
import { serviceOf } from "./edit-query.ts"
import { Explorer } from "./explorer.tsx"
import { countInWords } from "./figures.ts"
import { SpanVolume, Traces, type TraceRow } from "./trace-documents.ts"
import { QueryUses } from "./query-uses.tsx"
import { usePages } from "./use-pages.ts"
import { useWindow } from "./use-window.ts"
import "./traces.css"

const route = getRouteApi("/signed-in/frame/projects/$projectId/services/traces")

const facets = [
  { field: "status", label: "Status" },
  { field: "service", label: "Service" },
  { field: "name", label: "Name" },
  { field: "kind", label: "Kind" },
  { field: "code", label: "Status code" },
  { field: "version", label: "Version" },
  { field: "host", label: "Host" },
]

type Order = "NEWEST" | "SLOWEST"

/** Search in traces by any of their spans. */
export function TracesPage(): ReactNode {
  const { id: projectId } = useProject()
  const search = route.useSearch()
  const { query = "" } = search
  const order: Order = search.order === "slowest" ? "SLOWEST" : "NEWEST"
  const navigate = route.useNavigate()
  const window = useWindow(search)
  const go = (words: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...words }) })
  const onRange = (range: Range) => go(writeRange(range))

  const { rows, error, more, again } = usePages(
    Traces,
    { projectId, query, order, ...window.times },
    ({ project }) =>
      project ? { rows: project.traces.traces, nextCursor: project.traces.nextCursor } : undefined,
  )
  const volume = useRead(SpanVolume, { projectId, query, ...window.times })
  const steps = (volume.data?.project?.spanVolume ?? []).map(({ at, spans, errors }) => ({
    at: Date.parse(at),
    counts: [
      { tone: "bad" as const, count: errors },
      { tone: "info" as const, count: spans - errors },
    ],
  }))
  const total = steps.reduce(
    (sum, { counts }) => sum + counts.reduce((all, { count }) => all + count, 0),
    0,
  )
  const longest = Math.max(1, ...(rows ?? []).map(({ durationMs }) => durationMs))
  return (
    <>
      <PageHead title="Traces">
        <Segments<Order>
          label="Order"
          value={order}
          options={[
            { value: "NEWEST", label: "Newest" },
            { value: "SLOWEST", label: "Slowest" },
          ]}
          onChange={(next) => go({ order: next === "SLOWEST" ? "slowest" : undefined })}
        />
        <RangePicker value={window.range} onChange={onRange} />
        <Button onClick={window.refresh}>Refresh</Button>
      </PageHead>
      <Explorer
        signal="spans"
        what="traces"
        query={query}
        window={window}
        placeholder="Search traces: service:cart duration>500ms status:error"
        facets={facets}
        onQuery={(next) => go({ query: next })}
        onRange={onRange}
        volume={{ label: `${total.toLocaleString()} spans over time, with errors`, steps }}
        count={`${countInWords(total)} matching spans · drag over the bars to zoom`}
        list={{ rows, error, again, onEnd: more }}
        rows={{ label: "Traces", height: 44, keyOf: ({ traceId }) => traceId, waiting: 6 }}
        uses={
          <QueryUses
            page="TRACES"
            condition={{ kind: "TRACE", query, measure: "CALLS" }}
            service={serviceOf(query)}
            window={window}
          />
        }
        empty={
          <Empty title="No matching traces">
            <p>All terms must hold for one span. Remove one, or choose a longer time range.</p>
          </Empty>
        }
      >
        {(trace) => <TraceLine trace={trace} longest={longest} />}
      </Explorer>
    </>
  )
}

function TraceLine({ trace, longest }: { trace: TraceRow; longest: number }) {
  const { pages } = useProject()
  const { traceId, service, name, durationMs, spans, errors, services, at } = trace
  return (
    <Link className="trace-row" {...pages.trace(traceId)}>
      <Glyph mood={errors > 0 ? "bad" : "good"} />
      <span className="trace-name">
        <span className="clip">{name}</span>
        <span className="muted small clip">{service}</span>
      </span>
      <span className="trace-duration">
        <span>{millisecondsInWords(durationMs)}</span>
        <span className="trace-bar">
          <span style={{ width: `${Math.max(1, (durationMs / longest) * 100)}%` }} />
        </span>
      </span>
      <span className="trace-facts muted small">
        {spans} {spans === 1 ? "span" : "spans"} · {services.length}{" "}
        {services.length === 1 ? "service" : "services"}
        {errors > 0 && (
          <span className="trace-errors">
            {" "}
            · {errors} {errors === 1 ? "error" : "errors"}
          </span>
        )}
      </span>
      <span className="trace-ago muted small">
        <Ago at={at} />
      </span>
    </Link>
  )
}
