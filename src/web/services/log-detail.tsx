import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { Missing, Waiting } from "../ui/empty.tsx"
import { Segments } from "../ui/segments.tsx"
import { ExactTime } from "../ui/time.tsx"
import { AttributeTable } from "./attribute-table.tsx"
import { DetailPanel } from "./detail-panel.tsx"
import { termOf } from "./edit-query.ts"
import { LogContext, type LogRow } from "./log-documents.ts"
import { LogLine, LogLines } from "./log-line.tsx"

type Props = {
  record: LogRow
  query: string
  onQuery(query: string): void
  onClose(): void
}
type View = "attributes" | "context"

/** One log record: its text, its attributes, and what was written around it. */
export function LogDetail({ record, query, onQuery, onClose }: Props) {
  const { pages } = useProject()
  const [view, setView] = useState<View>("attributes")
  const { attributes, resource, traceId, spanId } = record
  return (
    <DetailPanel title={`${record.severity || "Log"} · ${record.service}`} onClose={onClose}>
      <p className="muted small">
        <ExactTime at={record.at} />
      </p>
      <pre className="log-text">{prettyBody(record.body)}</pre>
      {traceId !== "" && (
        <p>
          <Link {...pages.trace(traceId)} search={{ span: spanId === "" ? undefined : spanId }}>
            Show the trace
          </Link>
        </p>
      )}
      <Segments<View>
        label="View"
        value={view}
        options={[
          { value: "attributes", label: "Attributes" },
          { value: "context", label: "Context" },
        ]}
        onChange={setView}
      />
      {view === "attributes" ? (
        <>
          <AttributeTable
            title="Attributes"
            prefix="attr."
            values={attributes}
            query={query}
            onQuery={onQuery}
          />
          <AttributeTable
            title="Resource"
            prefix="resource."
            values={resource}
            query={query}
            onQuery={onQuery}
          />
        </>
      ) : (
        <Context record={record} />
      )}
    </DetailPanel>
  )
}

type Scope = "service" | "host" | "trace"

function Context({ record }: { record: LogRow }) {
  const { id: projectId } = useProject()
  const [scope, setScope] = useState<Scope>("service")
  const host = (record.resource as Record<string, string>)["host.name"] ?? ""
  const queries: Record<Scope, string> = {
    service: termOf("service", record.service),
    host: termOf("resource.host.name", host),
    trace: termOf("trace", record.traceId),
  }
  const { data, error, again } = useRead(LogContext, {
    projectId,
    cursor: record.cursor,
    query: queries[scope],
  })
  const found = data?.project?.logContext
  const options: { value: Scope; label: string }[] = [{ value: "service", label: "Same service" }]
  if (host !== "") options.push({ value: "host", label: "Same host" })
  if (record.traceId !== "") options.push({ value: "trace", label: "Same trace" })
  return (
    <div className="log-context">
      <Segments<Scope> label="Around it" value={scope} options={options} onChange={setScope} />
      <Missing error={error} onAgain={again} />
      {found === undefined && error === null && <Waiting rows={2} />}
      {found && (
        <ol>
          <LogLines records={found.after} />
          <li aria-current="true">
            <LogLine record={record} />
          </li>
          <LogLines records={found.before} />
        </ol>
      )}
    </div>
  )
}

function prettyBody(body: string): string {
  if (!body.startsWith("{") && !body.startsWith("[")) return body
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    // Looks like JSON but is not: shown as it is.
    return body
  }
}
