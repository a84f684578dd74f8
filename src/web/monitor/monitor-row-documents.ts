import { graphql, type FragmentOf } from "../graphql.ts"

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
    lastCheckDurationMs
    lastPingAt
    labels {
      id
      name
      color
    }
  }
`)
export type MonitorRow = FragmentOf<typeof MonitorRow>

export const StatusChanged = graphql(`
  subscription StatusChanged($projectId: ID!, $monitorIds: [ID!]) {
    monitorStatusChanged(projectId: $projectId, monitorIds: $monitorIds) {
      isSnapshot
      to
      at
      monitor {
        id
        name
        isPaused
      }
    }
  }
`)
