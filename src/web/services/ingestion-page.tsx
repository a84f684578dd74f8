import { getRouteApi } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useRead } from "../live/live-read.ts"
import { useRefresh } from "../live/refresh.ts"
import { useProject } from "../project/project-context.ts"
import { Badge } from "../ui/badge.tsx"
import { Button } from "../ui/button.tsx"
import { Empty, Missing, Waiting } from "../ui/empty.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { writeRange } from "../ui/range.ts"
import { RangePicker } from "../ui/range-picker.tsx"
import { Ago } from "../ui/time.tsx"
import { Attempts, type Attempt, type DayOfSignal, type Doctor } from "./ingestion-documents.ts"
import { ExporterSettings } from "./exporter-settings.tsx"
import { bytesInWords } from "./figures.ts"
import { StoredVolume, TableCard } from "./stored-volume.tsx"
import { useWindow } from "./use-window.ts"
import "./rules.css"
import { Card } from "../ui/card.tsx"
import { SmallChoice } from "../ui/small-choice.tsx"
import { Table } from "./table.tsx"

const route = getRouteApi("/signed-in/frame/projects/$projectId/services/ingestion")
const readMs = 10_000

/** Why telemetry arrives or not: the last requests of each key, clocks, names, and attributes with many values. */
export function IngestionPage(): ReactNode {
  const { id: projectId } = useProject()
  const params = route.useSearch()
  const navigate = route.useNavigate()
  const window = useWindow(params)
  const { data, error, again } = useRead(Attempts, { projectId })
  useRefresh(again, readMs)
  const doctor = data?.project?.telemetryDoctor
  const all = doctor?.attempts
  const keys = new Map(all?.map(({ keyId, keyName }) => [keyId, keyName]))
  const shown = all?.filter(({ keyId }) => !params.key || keyId === params.key)
  const go = (words: Partial<typeof params>) =>
    void navigate({ search: (before) => ({ ...before, ...words }), replace: true })
  return (
    <>
      <PageHead title="Ingestion" sub="What your exporters sent, and what became of it.">
        <RangePicker value={window.range} onChange={(range) => go(writeRange(range))} />
        <Button onClick={window.refresh}>Refresh</Button>
      </PageHead>
      <div className="ingestion stack wide">
        {doctor !== undefined && <Disk {...doctor} />}
        <Card
          title="Last requests"
          side={
            keys.size > 1 && (
              <SmallChoice
                label="Key"
                value={params.key ?? ""}
                options={[
                  { value: "", label: "All keys" },
                  ...[...keys].map(([value, label]) => ({ value, label })),
                ]}
                onChange={(key) => go({ key: key || undefined })}
              />
            )
          }
        >
          <Missing error={error} onAgain={again} />
          {all === undefined && error === null && <Waiting rows={3} />}
          {all?.length === 0 && (
            <Empty title="No requests yet">
              <p>Point an exporter at this server, with an ingestion key and the settings below.</p>
            </Empty>
          )}
          {shown !== undefined && shown.length > 0 && <AttemptTable attempts={shown} />}
        </Card>
        {doctor !== undefined && doctor.days.length > 0 && <Days days={doctor.days} />}
        <StoredVolume window={window} />
        <ExporterSettings />
      </div>
    </>
  )
}

/** What a disk that is nearly full means for telemetry. */
function Disk({ isDiskNearlyFull, droppedBefore }: Doctor) {
  if (isDiskNearlyFull) {
    return (
      <p className="refused" role="alert">
        The disk of this server is nearly full, so telemetry is refused with 503. What was stored
        stays; free space to take data again.
      </p>
    )
  }
  if (droppedBefore === null) return null
  return (
    <p className="noted" role="status">
      The disk of this server was nearly full, so telemetry before {droppedBefore.slice(0, 10)}{" "}
      (UTC) was deleted early.
    </p>
  )
}

const mostShown = 50
const mostDays = 30

/** What was stored of each signal on each day, and what was not. */
const Days = ({ days }: { days: readonly DayOfSignal[] }) => (
  <TableCard
    title="By day (UTC)"
    none=""
    heads={["Day", "Signal", "Requests", "Data", "Stored", "Rejected", "Dropped", "Refused"]}
    rows={days
      .slice(0, mostDays)
      .map(({ day, signal, requests, bytes, records, rejected, dropped, refused }) => [
        day,
        signal.toLowerCase(),
        requests.toLocaleString(),
        bytesInWords(bytes),
        records.toLocaleString(),
        rejected.toLocaleString(),
        dropped.toLocaleString(),
        refused.toLocaleString(),
      ])}
  />
)

const attemptHeads = [
  "When",
  "Key",
  "Signal",
  "Answer",
  "Requests",
  "Stored",
  "Dropped",
  "Exporter or reason",
]

const AttemptTable = ({ attempts }: { attempts: readonly Attempt[] }) => (
  <Table label="Requests" heads={attemptHeads}>
    {attempts.slice(0, mostShown).map((attempt, at) => (
      <tr key={at}>
        <td>
          <Ago at={attempt.at} />
        </td>
        <td>{attempt.keyName}</td>
        <td>
          {attempt.signal.toLowerCase()} <span className="muted">{attempt.encoding}</span>
        </td>
        <td>
          <Badge tone={toneOf(attempt)}>{attempt.status}</Badge>
        </td>
        <td className="figure">{attempt.requests.toLocaleString()}</td>
        <td className="figure">{attempt.records.toLocaleString()}</td>
        <td className="figure">{attempt.dropped.toLocaleString()}</td>
        <td className="says">
          {attempt.message ?? <span className="muted">{attempt.agent ?? "–"}</span>}
        </td>
      </tr>
    ))}
  </Table>
)

const toneOf = ({ status, message }: Attempt) =>
  status >= 400 ? "bad" : message === null ? "good" : "warning"
