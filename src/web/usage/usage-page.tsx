import type { ReactNode } from "react"
import type { ResultOf } from "../graphql.ts"
import { useRead } from "../live/live-read.ts"
import { useRefresh } from "../live/refresh.ts"
import { useProject } from "../project/project-context.ts"
import { Part } from "../settings/part.tsx"
import { Badge } from "../ui/badge.tsx"
import { Missing, Waiting } from "../ui/empty.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { Ago, DayAndTime } from "../ui/time.tsx"
import { UsageOfProject } from "./usage-documents.ts"
import "./usage.css"

type Usage = NonNullable<ResultOf<typeof UsageOfProject>["project"]>["usage"]

/** The burst is of one minute. */
const readMs = 10_000

export function UsagePage(): ReactNode {
  const { id } = useProject()
  const { data, error, isFirst, again } = useRead(UsageOfProject, { id })
  useRefresh(again, readMs)
  const usage = data?.project?.usage
  return (
    <>
      <PageHead
        title="Usage"
        sub={
          usage === undefined ? (
            "\u00A0"
          ) : (
            <>
              <Badge>{usage.plan === "PRO" ? "Pro plan" : "Free plan"}</Badge> Requests are counted
              from <DayAndTime at={usage.period.startsAt} /> to{" "}
              <DayAndTime at={usage.period.endsAt} />.
            </>
          )
        }
      />
      <Missing error={error} onAgain={again} />
      {isFirst && <Waiting />}
      {usage !== undefined && <Amounts usage={usage} />}
    </>
  )
}

const Amounts = ({
  usage: { requests, burst, monitors, statusPages, telemetry },
}: {
  usage: Usage
}) => (
  <>
    <Part
      title="API requests"
      text="Requests with an API key to /v1, /graphql and /mcp. The dashboard is not counted."
    >
      <Meter name="This month" used={requests.used} limit={requests.limit} />
      <Meter
        name="This minute"
        used={burst.limitPerMinute - burst.remaining}
        limit={burst.limitPerMinute}
        note={
          burst.remaining < burst.limitPerMinute && (
            <>
              resets <Ago at={burst.resetsAt} />
            </>
          )
        }
      />
    </Part>
    <Part title="Objects" text="A paused monitor counts.">
      <Meter name="Monitors" used={monitors.used} limit={monitors.limit} />
      <Meter name="Status pages" used={statusPages.used} limit={statusPages.limit} />
    </Part>
    <Part
      title="Telemetry"
      text={
        <>
          Stored today (UTC). Beyond a limit it is refused; the day ends{" "}
          <Ago at={telemetry.resetsAt} />.
        </>
      }
    >
      <Meter
        name="Data (MiB)"
        used={inMebibytes(telemetry.bytes.used)}
        limit={telemetry.bytes.limit && inMebibytes(telemetry.bytes.limit)}
      />
      <Meter
        name="Log records, spans and data points"
        used={telemetry.records.used}
        limit={telemetry.records.limit}
      />
    </Part>
  </>
)

const inMebibytes = (bytes: number): number => Math.round((bytes / 1_048_576) * 10) / 10

type MeterProps = { name: string; used: number; limit: number | null; note?: ReactNode }

/** From this share of a limit a meter warns. */
const nearShare = 0.8

function Meter({ name, used, limit, note }: MeterProps) {
  const share = limit === null ? 0 : used / limit
  const state = share >= 1 ? "full" : share >= nearShare ? "near" : "fine"
  const words =
    limit === null
      ? `${used.toLocaleString()} · no limit`
      : `${used.toLocaleString()} of ${limit.toLocaleString()}`
  return (
    <div className="usage-line">
      <span>{name}</span>
      <span className="usage-words">
        {words}
        {note !== undefined && note !== false && <span className="muted small"> · {note}</span>}
      </span>
      {limit !== null && (
        <meter
          className="usage-meter"
          aria-label={name}
          data-state={state}
          min={0}
          max={limit}
          value={Math.min(used, limit)}
        >
          {words}
        </meter>
      )}
    </div>
  )
}
