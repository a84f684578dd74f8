import { graphql, projectField, query, subscription, type FragmentOf } from "../graphql.ts"
import { FindingWords } from "../ui/finding-words.ts"

export const CheckRow = graphql(
  `
    fragment CheckRow on Check {
      id
      startedAt
      status
      findings {
        ...FindingWords
      }
      warningFindings {
        ...FindingWords
      }
      attempts
      durationMs
      dnsMs
      connectMs
      tlsMs
      firstByteMs
      transferMs
      httpStatus
      address
      certificateExpiresAt
    }
  `,
  [FindingWords],
)
export type CheckRow = FragmentOf<typeof CheckRow>

export const ChecksOfMonitor = query(
  "monitor",
  `
    id
    checks(first: 60) {
      edges {
        node {
          ...CheckRow
        }
      }
    }
  `,
  [CheckRow],
)

export const CheckRecorded = subscription("checkRecorded", "isSnapshot check { ...CheckRow }", [
  CheckRow,
])

export const CheckPages = graphql(
  `
    query CheckPages(
      $id: ID!
      $from: DateTime
      $to: DateTime
      $statuses: [MonitorStatus!]
      $after: String
    ) {
      monitor(id: $id) {
        id
        checks(first: 50, from: $from, to: $to, statuses: $statuses, after: $after) {
          edges {
            node {
              ...CheckRow
            }
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    }
  `,
  [CheckRow],
)

/** Why no alert fired at a moment. */
export const SilenceReasons = graphql(
  `
    query SilenceReasons($id: ID!, $at: DateTime!) {
      monitor(id: $id) {
        id
        silenceReasons(at: $at) {
          reason
          findings {
            ...FindingWords
          }
          verdict {
            id
            incident {
              id
              number
            }
            alert {
              id
              number
            }
          }
        }
      }
    }
  `,
  [FindingWords],
)

/** Details of one check, loaded when its row is opened; found by the time at which it started. */
export const CheckDetail = graphql(
  `
    query CheckDetail($id: ID!, $from: DateTime!, $to: DateTime!) {
      monitor(id: $id) {
        id
        checks(first: 1, from: $from, to: $to) {
          edges {
            node {
              id
              traceId
              assertions {
                name
                passed
                isKnown
                expectedFinding {
                  ...FindingWords
                }
                seenFinding {
                  code
                  ...FindingWords
                }
              }
              certificate {
                subject
                issuer
                names
                validFrom
                expiresAt
              }
              firstAttempt {
                findings {
                  ...FindingWords
                }
              }
              egress {
                anchor
                isReachable
                durationMs
              }
              evidence {
                head
                body
              }
            }
          }
        }
      }
    }
  `,
  [FindingWords],
)

/** Whether the project received telemetry in the last 31 days. */
export const ReceivedTelemetry = projectField("telemetryDoctor", "days { day signal }")
