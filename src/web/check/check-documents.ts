import type { FragmentOf } from "../graphql.ts"
import { graphql } from "../graphql.ts"

export const CheckRow = graphql(`
  fragment CheckRow on Check {
    id
    startedAt
    status
    failureClass
    reason
    warnings
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
`)
export type CheckRow = FragmentOf<typeof CheckRow>

export const ChecksOfMonitor = graphql(
  `
    query ChecksOfMonitor($id: ID!) {
      monitor(id: $id) {
        id
        checks(first: 60) {
          edges {
            node {
              ...CheckRow
            }
          }
        }
      }
    }
  `,
  [CheckRow],
)

export const CheckRecorded = graphql(
  `
    subscription CheckRecorded($monitorId: ID!) {
      checkRecorded(monitorId: $monitorId) {
        isSnapshot
        check {
          ...CheckRow
        }
      }
    }
  `,
  [CheckRow],
)

/** Details of one check, loaded when its row is opened; found by the time at which it started. */
export const CheckDetail = graphql(`
  query CheckDetail($id: ID!, $from: DateTime!, $to: DateTime!) {
    monitor(id: $id) {
      id
      checks(first: 1, from: $from, to: $to) {
        edges {
          node {
            id
            assertions {
              name
              passed
              expected
              seen
            }
            certificate {
              subject
              issuer
              names
              validFrom
              expiresAt
              fingerprint256
            }
            firstAttempt {
              failureClass
              reason
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
`)
