import { Link } from "@tanstack/react-router"
import { useProject } from "../project/project-context.ts"
import { Badge } from "../ui/badge.tsx"
import { millisecondsInWords } from "../ui/time.tsx"
import { DetailPanel } from "./detail-panel.tsx"
import type { LogRow } from "./log-documents.ts"
import { LogLines } from "./log-line.tsx"
import type { SpanRow } from "./trace-documents.ts"

type Props = { span: SpanRow; logs: readonly LogRow[]; onClose(): void }

/** One span: figures, what went wrong, its events, logs and attributes. */
export function SpanDetail({ span, logs, onClose }: Props) {
  const { pages } = useProject()
  const facts: [string, string][] = [
    ["Duration", millisecondsInWords(span.durationMs)],
    ["Own time", millisecondsInWords(span.selfMs)],
    ["On the critical path", millisecondsInWords(span.criticalMs)],
    ["Started after", millisecondsInWords(span.offsetMs)],
  ]
  return (
    <DetailPanel title={span.name} onClose={onClose}>
      <div className="row">
        <Link {...pages.service(span.service)}>{span.service}</Link>
        <Badge>{span.kind}</Badge>
        {span.status === "Error" && <Badge tone="bad">Error</Badge>}
      </div>
      {span.statusMessage !== "" && <p className="span-message">{span.statusMessage}</p>}
      <dl className="span-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {span.events.map((event, at) => (
        <section key={at} className="attributes" aria-label={`Event ${event.name}`}>
          <h3>{event.name}</h3>
          <Attributes values={event.attributes} />
        </section>
      ))}
      {logs.length > 0 && (
        <section aria-label="Logs of this span" className="log-context">
          <h3>Logs</h3>
          <ol>
            <LogLines records={logs} />
          </ol>
        </section>
      )}
      <section className="attributes" aria-label="Attributes">
        <h3>Attributes</h3>
        <Attributes values={span.attributes} />
      </section>
      <section className="attributes" aria-label="Resource">
        <h3>Resource</h3>
        <Attributes values={span.resource} />
      </section>
    </DetailPanel>
  )
}

const Attributes = ({ values }: { values: unknown }) => (
  <dl>
    {Object.entries((values ?? {}) as Record<string, string>).map(([key, value]) => (
      <div key={key} data-long={value.includes("\n") || undefined}>
        <dt className="clip" title={key}>
          {key}
        </dt>
        <dd>
          <code className="words">{value === "" ? "(empty)" : value}</code>
        </dd>
      </div>
    ))}
  </dl>
)
