import type { ReactNode } from "react"
import { useRead } from "../live/live-read.ts"
import { useRefresh } from "../live/refresh.ts"
import { Part, SettingRow } from "../settings/part.tsx"
import { Badge } from "../ui/badge.tsx"
import { Failed, Waiting } from "../ui/empty.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { Ago, durationInWords } from "../ui/time.tsx"
import { InstallationState, type Health, type Report } from "./installation-documents.ts"

const readMs = 10_000

/** Health, queues, probers and versions, for the operator of the installation. */
export function InstallationPage(): ReactNode {
  const { data, error, isFirst, again } = useRead(InstallationState, {})
  useRefresh(again, readMs)
  const report = data?.installationReport
  return (
    <>
      <PageHead
        title="Installation"
        sub="For you as its operator: you have the first account of this installation."
      />
      {isFirst && <Waiting rows={6} />}
      {error !== null && <Failed message={error} onAgain={again} />}
      {report && (
        <>
          <Parts report={report} />
          <Queues report={report} />
          <Probers report={report} />
          <Backups report={report} />
          <Versions report={report} />
        </>
      )}
    </>
  )
}

const healthWord: Record<Health, string> = { OK: "OK", DEGRADED: "Degraded", DOWN: "Down" }
const healthTone = { OK: "good", DEGRADED: "warning", DOWN: "bad" } as const

const State = ({ status }: { status: Health }) => (
  <Badge tone={healthTone[status]}>{healthWord[status]}</Badge>
)

const Parts = ({ report: { parts } }: { report: Report }) => (
  <Part title="Health" text="The same as /api/health reports.">
    <ul>
      {parts.map(({ name, status, detail }) => (
        <SettingRow key={name} title={name} sub={detail ?? undefined}>
          <State status={status} />
        </SettingRow>
      ))}
    </ul>
  </Part>
)

const queueWord: Record<Report["queues"][number]["queue"], string> = {
  EVENT: "Events",
  WEBHOOK: "Webhooks",
  PAGE: "Pages",
  NOTICE: "Notices",
}

const Queues = ({ report: { queues } }: { report: Report }) => (
  <Part title="Delivery queues" text="Deliveries that wait to be sent or retried.">
    <ul>
      {queues.map(({ queue, status, queued, oldestDueSeconds }) => (
        <SettingRow
          key={queue}
          title={queueWord[queue]}
          sub={
            <>
              {queued.toLocaleString()} queued
              {oldestDueSeconds !== null &&
                ` · the oldest has been due for ${durationInWords(oldestDueSeconds * 1000)}`}
            </>
          }
        >
          <State status={status} />
        </SettingRow>
      ))}
    </ul>
  </Part>
)

const Probers = ({ report }: { report: Report }) => {
  const { probers, monitors, overdueMonitors, lastCheckAgeSeconds } = report
  return (
    <Part
      title="Probers"
      text={`${monitors.toLocaleString()} monitors to check, ${overdueMonitors.toLocaleString()} overdue${
        lastCheckAgeSeconds === null
          ? ""
          : `; the last check was ${durationInWords(lastCheckAgeSeconds * 1000)} ago`
      }.`}
    >
      {probers.length === 0 && <p className="part-body">No prober has reported yet.</p>}
      <ul>
        {probers.map(({ proberId, reportedAt, anchors, reached }) => (
          <SettingRow
            key={proberId}
            title={<code>{proberId}</code>}
            sub={
              <>
                reaches {reached} of {anchors} egress anchors · reported <Ago at={reportedAt} />
              </>
            }
          >
            <State status={reached > 0 ? "OK" : "DOWN"} />
          </SettingRow>
        ))}
      </ul>
    </Part>
  )
}

const Backups = ({ report: { backup } }: { report: Report }) => {
  const { isScheduled, place, name, madeAt, bytes, verifiedAt } = backup
  return (
    <Part
      title="Backups"
      text={
        isScheduled
          ? "Made and verified by the schedule in BACKUP_URL."
          : "No schedule is set. Add one to BACKUP_URL to make and verify backups regularly."
      }
    >
      <ul>
        <SettingRow
          title="Newest verified backup"
          sub="Restored into a temporary database and compared row by row."
        >
          {verifiedAt === null ? "None" : <Ago at={verifiedAt} />}
        </SettingRow>
        <SettingRow title="Newest backup" sub={name === null ? undefined : `${place}/${name}`}>
          {madeAt === null ? (
            "None"
          ) : (
            <>
              <Ago at={madeAt} />
              {bytes !== null && ` · ${bytesInWords(bytes)}`}
            </>
          )}
        </SettingRow>
      </ul>
    </Part>
  )
}

function Versions({ report }: { report: Report }) {
  const { version, nodeVersion, postgresVersion, isPostgresEmbedded, usesRedis, proxy } = report
  const { databaseBytes, diskFreeBytes, diskBytes } = report
  const facts = [
    ["Watchkeeper", version],
    ["Node.js", nodeVersion],
    ["PostgreSQL", `${postgresVersion}, ${isPostgresEmbedded ? "embedded" : "your own"}`],
    ["Database size", bytesInWords(databaseBytes)],
    ["Messages between processes", usesRedis ? "Redis" : "PostgreSQL"],
    ["Forward proxy", proxy ?? "None"],
    [
      "Free disk space",
      diskFreeBytes === null || diskBytes === null
        ? "Unknown"
        : `${bytesInWords(diskFreeBytes)} of ${bytesInWords(diskBytes)}`,
    ],
  ]
  return (
    <Part title="Versions and storage">
      <ul>
        {facts.map(([name, value]) => (
          <SettingRow key={name} title={name}>
            {value}
          </SettingRow>
        ))}
      </ul>
    </Part>
  )
}

const units = ["B", "KiB", "MiB", "GiB", "TiB"]

/** "1.4 GiB". */
function bytesInWords(bytes: number): string {
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log2(bytes || 1) / 10)))
  const amount = bytes / 1024 ** step
  return `${amount.toLocaleString(undefined, { maximumFractionDigits: amount < 10 ? 1 : 0 })} ${units[step]}`
}
