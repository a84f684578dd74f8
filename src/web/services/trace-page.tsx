import { getRouteApi } from "@tanstack/react-router"
import { useState, type ReactNode } from "react"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { Badge } from "../ui/badge.tsx"
import { Empty, Failed, Waiting } from "../ui/empty.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { percentInWords } from "../ui/percent.ts"
import { Segments } from "../ui/segments.tsx"
import { ExactTime, millisecondsInWords } from "../ui/time.tsx"
import { CompareTraces } from "./compare-traces.tsx"
import { LogLines } from "./log-line.tsx"
import { isNotStarted } from "./no-telemetry.tsx"
import { colorsOf } from "./service-colors.ts"
import { SpanDetail } from "./span-detail.tsx"
import { Trace } from "./trace-documents.ts"
import { Waterfall } from "./waterfall.tsx"
import "./explorer.css"
import { counted } from "../ui/counted.ts"

const route = getRouteApi("/signed-in/frame/projects/$projectId/services/traces/$traceId")
type View = "waterfall" | "logs" | "compare"

/** One trace: what called what and how long it took, its errors and its logs. */
export function TracePage(): ReactNode {
  const { id: projectId, pages } = useProject()
  const { traceId } = route.useParams()
  const { span: chosen, baseline } = route.useSearch()
  const navigate = route.useNavigate()
  const [view, setView] = useState<View>(baseline === undefined ? "waterfall" : "compare")
  const { data, error, again } = useRead(Trace, { projectId, traceId })
  const spans = data?.project?.trace ?? (isNotStarted(error) ? [] : undefined)
  const logs = data?.project?.traceLogs ?? []
  const root = spans?.[0]
  const back = { label: "Traces", ...pages.traces }
  if (spans === undefined) {
    return (
      <>
        <PageHead title="Trace" back={back} />
        {error === null ? <Waiting rows={8} /> : <Failed message={error} onAgain={again} />}
      </>
    )
  }
  if (root === undefined) {
    return (
      <>
        <PageHead title="Trace" back={back} />
        <Empty title="No spans of this trace">
          <p>It may not have arrived yet, or is older than what is kept.</p>
        </Empty>
      </>
    )
  }
  const errors = spans.filter(({ status }) => status === "Error")
  const services = [...new Set(spans.map(({ service }) => service))]
  const end = Math.max(...spans.map(({ offsetMs, durationMs }) => offsetMs + durationMs))
  const colors = colorsOf(services)
  const select = (spanId: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, span: spanId }), replace: true })
  const selected = spans.find(({ spanId }) => spanId === chosen)
  const started = new Date(Number(root.startNanoseconds.slice(0, -6))).toISOString()
  return (
    <>
      <PageHead
        title={root.name}
        back={back}
        sub={
          <>
            {root.service} · {millisecondsInWords(end)} · <ExactTime at={started} /> ·{" "}
            <span className="code">{traceId.slice(0, 16)}…</span>
          </>
        }
      >
        {errors.length > 0 && <Badge tone="bad">{counted(errors.length, "error")}</Badge>}
        <Badge>{counted(spans.length, "span")}</Badge>
      </PageHead>
      <div className="trace-head">
        <ul className="trace-services" aria-label="Services">
          {services.map((service) => {
            const some = spans.filter((one) => one.service === service)
            const self = some.reduce((sum, { criticalMs }) => sum + criticalMs, 0)
            return (
              <li key={service}>
                <span className="trace-swatch" style={{ background: colors.get(service) }} />
                {service}
                <span className="muted small">
                  {" "}
                  {end > 0 ? `${percentInWords(Math.round((self / end) * 100))} of the time` : ""}
                </span>
              </li>
            )
          })}
        </ul>
        <Segments<View>
          label="View"
          value={view}
          options={[
            { value: "waterfall", label: "Waterfall" },
            { value: "logs", label: `Logs (${logs.length})` },
            { value: "compare", label: "Compare" },
          ]}
          onChange={setView}
        />
      </div>
      {view === "waterfall" && (
        <div className="trace-view stack wide" data-detail={selected !== undefined || undefined}>
          <Waterfall spans={spans} endMs={end} colors={colors} chosen={chosen} onChoose={select} />
          {selected !== undefined && (
            <SpanDetail
              key={selected.spanId}
              span={selected}
              logs={logs.filter(({ spanId }) => spanId === selected.spanId)}
              onClose={() => select(undefined)}
            />
          )}
        </div>
      )}
      {view === "logs" &&
        (logs.length === 0 ? (
          <Empty title="No logs of this trace">
            <p>Log records belong to a trace if they are sent with its trace id.</p>
          </Empty>
        ) : (
          <ol className="trace-logs card" aria-label="Logs in order">
            <LogLines records={logs} />
          </ol>
        ))}
      {view === "compare" && (
        <CompareTraces
          traceId={traceId}
          root={root}
          baseline={baseline}
          onBaseline={(next) =>
            void navigate({ search: (before) => ({ ...before, baseline: next }), replace: true })
          }
        />
      )}
    </>
  )
}
