import { Link } from "@tanstack/react-router"
import { CheckDetail, type CheckRow } from "../check/check-documents.ts"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { Findings } from "../ui/findings.tsx"
import { Glyph } from "../ui/glyph.tsx"
import { measureWords } from "../monitor/measure-words.ts"
import type { MonitorWhole } from "../monitor/monitor-documents.ts"
import "./condition-card.css"
import { Card } from "../ui/card.tsx"

type Condition = NonNullable<MonitorWhole["telemetry"]>
type Props = { monitor: MonitorWhole; condition: Condition; latest: CheckRow | undefined }

/** When a monitor on telemetry fails, and what its last evaluation saw in each window. */
export function ConditionCard({ monitor, condition, latest }: Props) {
  const { may } = useProject()
  return (
    <Card
      title="Condition"
      side={may("telemetry:read") && <Explore monitor={monitor} condition={condition} />}
    >
      <div className="card-body condition stack tight">
        <p>{sentenceOf(condition)}</p>
        {condition.query !== "" && <code className="words">{condition.query}</code>}
        {latest !== undefined && <LastWindows id={monitor.id} at={latest.startedAt} />}
      </div>
    </Card>
  )
}

function sentenceOf(condition: Condition): string {
  const { measure, metric, comparison, threshold, minutes, windows, failing, by } = condition
  const what = `${measureWords[measure]}${metric === null ? "" : ` of ${metric}`}`
  const often = windows === 1 ? "" : `, in ${failing} of the last ${windows} such windows`
  const each =
    by === null ? "" : ` Measured for each ${by.replace(/^attr\./, "")}; the worst counts.`
  return `${what}: fails if ${comparison === "ABOVE" ? "above" : "below"} ${threshold.toLocaleString()} within ${minutes} min${often}.${each}`
}

/** The same query in the explorer. */
function Explore({ monitor, condition }: Omit<Props, "latest">) {
  const { pages } = useProject()
  const { query, metric, instrument } = condition
  if (monitor.kind === "METRIC") {
    return (
      <Link
        {...pages.metrics}
        search={{
          query: query || undefined,
          metric: metric ?? undefined,
          kind: instrument?.toUpperCase(),
        }}
      >
        Show the metric
      </Link>
    )
  }
  const search = { query: query || undefined }
  return monitor.kind === "LOG" ? (
    <Link {...pages.logs} search={search}>
      Show the logs
    </Link>
  ) : (
    <Link {...pages.traces} search={search}>
      Show the traces
    </Link>
  )
}

function LastWindows({ id, at }: { id: string; at: string }) {
  const to = new Date(Date.parse(at) + 1).toISOString()
  const { data } = useRead(CheckDetail, { id, from: at, to })
  const check = data?.monitor?.checks.edges[0]?.node
  if (check === undefined || check.assertions.length === 0) return null
  return (
    <ul className="condition-windows" aria-label="Last evaluation">
      {check.assertions.map(({ name, passed, seenFinding }) => (
        <li key={name}>
          <Glyph
            mood={seenFinding.code === "saw_no_data" ? "unknown" : passed ? "good" : "bad"}
            size={14}
          />
          <span className="muted small">{name}</span>
          <span>
            <Findings of={[seenFinding]} />
          </span>
        </li>
      ))}
    </ul>
  )
}
