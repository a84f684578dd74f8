import type { LogRow } from "./log-documents.ts"
import { toneOfNumber } from "./log-level.ts"
import { zonedFormat } from "../ui/zone.ts"

const time = zonedFormat({
  month: "short",
  day: "2-digit",
  hour: "numeric",
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 3,
  hour12: false,
})

type Shown = Pick<LogRow, "at" | "severity" | "severityNumber" | "body"> & { service?: string }

/** The cells of one record: time, level, service and message on one line. */
export const LogLine = ({ record, prefix = "" }: { record: Shown; prefix?: string }) => (
  <>
    <time dateTime={record.at}>
      {prefix}
      {time.format(new Date(record.at))}
    </time>
    <span className="log-level" data-tone={toneOfNumber(record.severityNumber)}>
      {(record.severity || "–").toUpperCase().slice(0, 5)}
    </span>
    {record.service !== undefined && <span className="log-service clip">{record.service}</span>}
    <span className="log-body clip">{record.body}</span>
  </>
)

/** The same as items of a list. */
export const LogLines = ({ records }: { records: readonly (Shown & { cursor: string })[] }) =>
  records.map((record) => (
    <li key={record.cursor}>
      <LogLine record={record} />
    </li>
  ))
