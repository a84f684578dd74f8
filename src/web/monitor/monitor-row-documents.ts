import { graphql, subscription, type FragmentOf } from "../graphql.ts"

/** Fields of a row in the list. */
export const MonitorRow = graphql(`
  fragment MonitorRow on Monitor {
    id
    name
    kind
    url
    host
    port
    dnsRecordType
    heartbeatIntervalMinutes
    telemetry {
      query
      metric
    }
    interval
    intervalSeconds
    status
    statusSince
    isPaused
    isMuted
    isInMaintenance
    failureThreshold
    unconfirmedFailures
    unwatchedFindings {
      text
    }
    lastCheckAt
    lastPingAt
    labels {
      id
      name
      color
    }
  }
`)
export type MonitorRow = FragmentOf<typeof MonitorRow>

export const StatusChanged = subscription(
  "monitorStatusChanged",
  "isSnapshot to at monitor { id name isPaused }",
)
