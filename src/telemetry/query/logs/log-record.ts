import { levelName, levelNumber } from "../language/levels.ts"

export type LogRecord = {
  /** Nanoseconds since 1970, as text because a number would lose digits. */
  nanoseconds: string
  /** Tells rows of the same time apart. */
  hash: string
  service: string
  severity: string
  severityNumber: number
  body: string
  traceId: string
  spanId: string
  attributes: Record<string, string>
  resource: Record<string, string>
}

export type LogPosition = Pick<LogRecord, "nanoseconds" | "hash">

export const logHash = "cityHash64(TraceId, SpanId, ServiceName, Body)"

export const logColumns = `toString(toUnixTimestamp64Nano(Timestamp)) AS nanoseconds, toString(${logHash}) AS hash,
  ServiceName AS service, SeverityText AS severity, SeverityNumber AS severityNumber, Body AS body,
  TraceId AS traceId, SpanId AS spanId, LogAttributes AS attributes, ResourceAttributes AS resource`

/** The level in capitals; what was sent for a record without a number. */
export const severityOf = `if(SeverityNumber = 0, SeverityText, upper(${levelName(levelNumber)}))`
