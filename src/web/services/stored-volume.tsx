import type { ReactNode } from "react"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { Badge } from "../ui/badge.tsx"
import { Missing, Waiting } from "../ui/empty.tsx"
import { Ago, durationInWords } from "../ui/time.tsx"
import { Stored, type AttributeCount, type ServiceVolume } from "./ingestion-documents.ts"
import { isNotStarted } from "./no-telemetry.tsx"
import type { Window } from "./use-window.ts"
import { isFigure, Table } from "./table.tsx"
import { Card } from "../ui/card.tsx"

const nothing = { services: [], attributes: [] }

/** Volume and clocks by service, and attributes with the most values. */
export function StoredVolume({ window }: { window: Window }) {
  const { id: projectId } = useProject()
  const { data, error, again } = useRead(Stored, { projectId, ...window.times })
  const doctor = data?.project?.telemetryDoctor ?? (isNotStarted(error) ? nothing : undefined)
  if (doctor === undefined) {
    return error === null ? <Waiting rows={4} /> : <Missing error={error} onAgain={again} />
  }
  return (
    <>
      <TableCard
        title="Volume by service"
        none="Nothing was stored in this time range."
        heads={["Service", "Signal", "Records", "Delay", "Last", ""]}
        rows={doctor.services.map((one) => [
          one.service,
          one.signal.toLowerCase(),
          one.records.toLocaleString(),
          secondsInWords(one.delaySeconds),
          <Ago key="at" at={one.lastAt} />,
          <Notes key="notes" volume={one} />,
        ])}
      />
      <TableCard
        title="Attributes with the most values"
        none="No attributes."
        heads={["Attribute", "Signal", "Records", "Values", ""]}
        rows={doctor.attributes.map((one) => [
          <code key="name">{one.name}</code>,
          one.signal.toLowerCase(),
          one.records.toLocaleString(),
          one.values.toLocaleString(),
          isUnbounded(one) && (
            <Badge key="note" tone="warning">
              A new value in most records
            </Badge>
          ),
        ])}
      />
    </>
  )
}

type TableProps = { title: string; none: string; heads: string[]; rows: ReactNode[][] }

/** A card with a table; figures are aligned at their end. */
export const TableCard = ({ title, none, heads, rows }: TableProps) => (
  <Card title={title}>
    {rows.length === 0 ? (
      <p className="card-body muted">{none}</p>
    ) : (
      <Table label={`${title}, table`} heads={heads}>
        {rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((cell, at) => (
              <td key={at} className={isFigure(heads[at] ?? "") ? "figure" : undefined}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </Table>
    )}
  </Card>
)

const secondsInWords = (seconds: number): string =>
  Math.abs(seconds) < 10
    ? `${seconds.toFixed(1)} s`
    : `${seconds < 0 ? "−" : ""}${durationInWords(Math.abs(seconds) * 1000)}`

const skewedSeconds = 30

function Notes({ volume: { isNamed, aheadSeconds, delaySeconds } }: { volume: ServiceVolume }) {
  const notes = [
    isNamed ? null : "No service.name: set OTEL_SERVICE_NAME",
    aheadSeconds > skewedSeconds ? `Clock is ${secondsInWords(aheadSeconds)} ahead` : null,
    delaySeconds > 2 * skewedSeconds ? "Arrives late, or its clock is behind" : null,
  ].filter((note) => note !== null)
  return (
    <span className="row">
      {notes.map((note) => (
        <Badge key={note} tone="warning">
          {note}
        </Badge>
      ))}
    </span>
  )
}

const isUnbounded = ({ records, values }: AttributeCount): boolean =>
  records > 1000 && values > records / 2
