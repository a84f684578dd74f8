import { graphql, projectField, type ResultOf } from "../graphql.ts"

/** What is unusual about what was stored. */
export const Stored = graphql(`
  query TelemetryStored($projectId: ID!, $from: DateTime!, $to: DateTime!) {
    project(id: $projectId) {
      id
      telemetryDoctor {
        services(from: $from, to: $to) {
          service
          isNamed
          signal
          records
          delaySeconds
          aheadSeconds
          lastAt
        }
        attributes(from: $from, to: $to) {
          signal
          name
          records
          values
        }
      }
    }
  }
`)
type StoredFacts = NonNullable<ResultOf<typeof Stored>["project"]>["telemetryDoctor"]
export type ServiceVolume = StoredFacts["services"][number]
export type AttributeCount = StoredFacts["attributes"][number]

/** Without the store: what was received. */
export const Attempts = projectField(
  "telemetryDoctor",
  `
    isDiskNearlyFull
    droppedBefore
    attempts {
      at
      keyId
      keyName
      signal
      encoding
      status
      requests
      records
      rejected
      dropped
      message
      agent
    }
    days {
      day
      signal
      requests
      bytes
      records
      rejected
      dropped
      refused
    }
  `,
)

export type Doctor = NonNullable<ResultOf<typeof Attempts>["project"]>["telemetryDoctor"]
export type DayOfSignal = Doctor["days"][number]
export type Attempt = Doctor["attempts"][number]
