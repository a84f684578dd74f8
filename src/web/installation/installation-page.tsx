import { Findings } from "../ui/findings.tsx"
import type { ReactNode } from "react"
import { useRead } from "../live/live-read.ts"
import { useRefresh } from "../live/refresh.ts"
import { Part, SettingRow } from "../settings/part.tsx"
import { Badge } from "../ui/badge.tsx"
import { Failed, Waiting } from "../ui/empty.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { Ago, durationInWords } from "../ui/time.tsx"
import { AreaPart } from "./area-part.tsx"
import { InstallationSettings } from "./setting-documents.ts"
import { InstallationState, type Health, type Report } from "./installation-documents.ts"

const readMs = 10_000

/** What can be set up, health, queues, probers and versions, for the operator of the installation. */
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
      <Areas report={report} />
      {report && (
        <>
          <Parts report={report} />
          <Queues report={report} />
          <Probers report={report} />
          <Versions report={report} />
        </>
      )}
    </>
  )
}

/** What can be set up and tested: each shows where it is set. */
function Areas({ report }: { report: Report | null | undefined }) {
  const { data, again } = useRead(InstallationSettings, {})
  const settings = data?.installationSettings
  if (!settings) return null
  const shared = { settings, onChange: again }
  const value = (name: string) => settings.find((one) => one.name === name)?.value ?? null
  const from = value("MAIL_FROM")
  return (
    <>
      <AreaPart
        title="E-mail"
        text={
          value("SMTP_URL") === null
            ? "Not set up: alerts, invitations and new passwords cannot be mailed."
            : `Sent through ${value("SMTP_URL")}${from === null ? "" : ` from ${from}`}.`
        }
        group="MAIL"
        area="MAIL"
        testWord="Send test"
        {...shared}
      />
      <AreaPart
        title="Telephone"
        text={
          value("TWILIO_URL") === null
            ? "Not set up: SMS and calls need a Twilio account."
            : `SMS and calls come from ${value("TWILIO_URL")}, through Twilio.`
        }
        group="PHONE"
        area="PHONE"
        {...shared}
      />
      <AreaPart
        title="Single sign-on"
        text={
          value("SSO_OIDC_URL") === null
            ? "Not set up: people sign in with a password or a passkey."
            : `${value("SSO_NAME")} at ${value("SSO_OIDC_URL")}.`
        }
        group="SIGN_ON"
        area="SIGN_ON"
        {...shared}
      />
      <AreaPart
        title="Base address"
        text={<code>{value("BASE_URL")}</code>}
        group="BASE_URL"
        area="BASE_URL"
        {...shared}
      />
      <AreaPart
        title="Sign-up"
        text={signUpWords[value("SIGN_UP") ?? ""]}
        group="SIGN_UP"
        {...shared}
      />
      <AreaPart
        title="Telemetry store"
        text="Logs, traces and metrics. Set CLICKHOUSE_URL to use your own ClickHouse."
        area="STORE"
        onChange={again}
      />
      {report && <Backups report={report} onChange={again} />}
    </>
  )
}

const signUpWords: Record<string, string> = {
  first: "The first account needs no invitation; everybody else does.",
  invited: "Every account needs an invitation.",
  open: "Anybody can create an account.",
}

const healthWord: Record<Health, string> = { OK: "OK", DEGRADED: "Degraded", DOWN: "Down" }
const healthTone = { OK: "good", DEGRADED: "warning", DOWN: "bad" } as const

const State = ({ status }: { status: Health }) => (
  <Badge tone={healthTone[status]}>{healthWord[status]}</Badge>
)

const Parts = ({ report: { parts } }: { report: Report }) => (
  <Part title="Health" text="The same as /api/health reports.">
    <ul>
      {parts.map(({ name, status, findings }) => (
        <SettingRow
          key={name}
          title={name}
          sub={findings.length === 0 ? undefined : <Findings of={findings} />}
        >
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

const Backups = ({ report: { backup }, onChange }: { report: Report; onChange(): void }) => {
  const { isScheduled, place, name, madeAt, bytes, verifiedAt } = backup
  return (
    <AreaPart
      title="Backups"
      area="BACKUPS"
      onChange={onChange}
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
    </AreaPart>
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
