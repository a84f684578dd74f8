import { graphql, projectField, subscription, type FragmentOf } from "../graphql.ts"

export const LogFields = graphql(`
  fragment LogFields on LogRecord {
    cursor
    at
    service
    severity
    severityNumber
    body
    traceId
    spanId
    attributes
    resource
  }
`)
export type LogRow = FragmentOf<typeof LogFields>

export const Logs = projectField("logs", "nextCursor records { ...LogFields }", [LogFields], {
  first: 100,
})

export const LogVolume = projectField("logVolume", "at severity records")

export const LogContext = projectField(
  "logContext",
  "after { ...LogFields } before { ...LogFields }",
  [LogFields],
  { first: 15 },
)

export const LogsReceived = subscription("logsReceived", "more records { ...LogFields }", [
  LogFields,
])
