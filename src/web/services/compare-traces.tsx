import { useState, type CSSProperties } from "react"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { Badge } from "../ui/badge.tsx"
import { Failed, Waiting } from "../ui/empty.tsx"
import { millisecondsInWords } from "../ui/time.tsx"
import { termOf } from "./edit-query.ts"
import { ComparedTraces, Traces, type ComparedRow, type SpanRow } from "./trace-documents.ts"
import { zonedFormat } from "../ui/zone.ts"
import "./compare-traces.css"
import { Table } from "./table.tsx"
import { Card } from "../ui/card.tsx"

type Props = {
  traceId: string
  root: SpanRow
  baseline: string | undefined
  onBaseline(traceId: string): void
}

const clock = zonedFormat({ timeStyle: "medium" })
const aroundMs = 3 * 3_600_000

/** This trace beside another of the same request, with the span that explains the difference. */
export function CompareTraces({ traceId, root, baseline, onBaseline }: Props) {
  const { id: projectId } = useProject()
  const [{ from, to }] = useState(() => {
    const at = Number(root.startNanoseconds.slice(0, -6))
    return {
      from: new Date(at - aroundMs).toISOString(),
      to: new Date(at + aroundMs).toISOString(),
    }
  })
  const query = `root:true ${termOf("service", root.service)} ${termOf("name", root.name)} -status:error`
  const good = useRead(Traces, { projectId, query, order: "NEWEST", from, to })
  const choices = (good.data?.project?.traces.traces ?? []).filter((one) => one.traceId !== traceId)
  const other = baseline ?? choices[0]?.traceId
  const { data, error, again } = useRead(
    ComparedTraces,
    { projectId, traceId, baseline: other ?? traceId },
    { pause: other === undefined },
  )
  const rows = data?.project?.comparedTraces
  if (other === undefined) {
    return good.data === undefined ? (
      <Waiting rows={5} />
    ) : (
      <p className="muted">There is no other trace of this request without an error within 3 h.</p>
    )
  }
  return (
    <Card
      title="Compared with a good one"
      side={
        <label className="row small">
          <span className="muted">Other trace</span>
          <select
            className="filter-choice"
            value={other}
            onChange={({ target }) => onBaseline(target.value)}
          >
            {!choices.some((one) => one.traceId === other) && <option>{other}</option>}
            {choices.map((one) => (
              <option key={one.traceId} value={one.traceId}>
                {clock.format(new Date(one.at))} · {millisecondsInWords(one.durationMs)}
              </option>
            ))}
          </select>
        </label>
      }
      className="compare"
    >
      {rows === undefined && error === null && <Waiting rows={5} />}
      {error !== null && <Failed message={error} onAgain={again} />}
      {rows !== undefined && (
        <Table label="Spans of both traces" heads={["Span", "Other", "This", "Difference"]}>
          {rows.map((row, at) => (
            <Line key={at} row={row} />
          ))}
        </Table>
      )}
    </Card>
  )
}

const words: Record<ComparedRow["difference"], string> = {
  SAME: "",
  SLOWER: "Slower",
  FASTER: "Faster",
  FAILED: "Failed",
  ONLY_FIRST: "Only in the other",
  ONLY_SECOND: "Only here",
}

const tones = {
  SAME: "plain",
  SLOWER: "warning",
  FASTER: "good",
  FAILED: "bad",
  ONLY_FIRST: "unknown",
  ONLY_SECOND: "unknown",
} as const

function Line({ row }: { row: ComparedRow }) {
  const { depth, service, name, first, second, difference, isCause } = row
  const change = (second?.durationMs ?? 0) - (first?.durationMs ?? 0)
  return (
    <tr data-cause={isCause || undefined}>
      <th scope="row" style={{ "--depth": Math.min(depth, 12) } as CSSProperties}>
        {name} <span className="muted small">{service}</span>
        {isCause && <Badge tone="accent">Explains most</Badge>}
      </th>
      <td>{first === null ? "–" : millisecondsInWords(first.durationMs)}</td>
      <td>{second === null ? "–" : millisecondsInWords(second.durationMs)}</td>
      <td>
        {difference !== "SAME" && (
          <Badge tone={tones[difference]}>
            {words[difference]}
            {(difference === "SLOWER" || difference === "FASTER") &&
              ` ${change > 0 ? "+" : "−"}${millisecondsInWords(Math.abs(change))}`}
          </Badge>
        )}
      </td>
    </tr>
  )
}
