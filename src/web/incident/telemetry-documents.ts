import { query, type ResultOf } from "../graphql.ts"

/** What the target's telemetry showed, as stored with the incident. */
export const TelemetryOfIncident = query(
  "incident",
  `
    id
    createdAt
    telemetry {
      isPending
      takenAt
      summary
      isCut
      failed {
        traceId
        at
      }
      good {
        traceId
        at
      }
      spans {
        depth
        service
        name
        difference
        isCause
        first {
          spanId
          offsetMs
          durationMs
          status
        }
        second {
          spanId
          offsetMs
          durationMs
          status
          statusMessage
        }
      }
      logs {
        cursor
        at
        service
        severity
        severityNumber
        body
      }
      changes {
        kind
        at
        service
        text
        detail
        records
        traceId
      }
    }
  `,
)
export type StoredTelemetry = NonNullable<
  NonNullable<ResultOf<typeof TelemetryOfIncident>["incident"]>["telemetry"]
>
export type StoredSpan = StoredTelemetry["spans"][number]
export type StoredChange = StoredTelemetry["changes"][number]
