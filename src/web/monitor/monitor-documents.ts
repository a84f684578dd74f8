import {
  graphql,
  mutation,
  query,
  type FragmentOf,
  type ResultOf,
  type VariablesOf,
} from "../graphql.ts"
import { FindingWords } from "../ui/finding-words.ts"

/** All settings, for the form and the page. */
export const MonitorWhole = graphql(
  `
    fragment MonitorWhole on Monitor {
      id
      name
      createdAt
      kind
      url
      host
      port
      dnsRecordType
      heartbeatIntervalMinutes
      interval
      intervalSeconds
      status
      statusSince
      isPaused
      isMuted
      mutedUntil
      lastCheckAt
      lastCheckFindings {
        ...FindingWords
      }
      unwatchedFindings {
        ...FindingWords
      }
      lastPingAt
      currentMaintenance @include(if: $readsMaintenances) {
        id
        title
        endsAt
      }
      labels {
        id
        name
        color
      }
      description
      onCallPolicy @include(if: $readsOnCall) {
        id
        name
      }
      timeoutSeconds
      failureThreshold
      recoveryThreshold
      flapWindowMinutes
      heartbeatGraceMinutes
      heartbeatUrl
      method
      headers {
        name
        value
      }
      body
      maxRedirects
      assertions {
        kind
        level
        codes
        name
        comparison
        value
        pattern
        matches
        path
        maxMs
        minDays
      }
      resolver
      expectedValues
      serverName
      telemetry {
        query
        measure
        metric
        instrument
        by
        comparison
        threshold
        minutes
        windows
        failing
      }
      parent {
        id
        name
      }
    }
  `,
  [FindingWords],
)
export type MonitorWhole = FragmentOf<typeof MonitorWhole>
export type AssertionKind = MonitorWhole["assertions"][number]["kind"]

export const OneMonitor = query(
  "monitor",
  `
    ...MonitorWhole
    incidents(activeOnly: true, first: 1) @include(if: $readsIncidents) {
      edges {
        node {
          id
          number
        }
      }
    }
    alerts(activeOnly: true, first: 1) @include(if: $readsAlerts) {
      edges {
        node {
          id
        }
      }
    }
  `,
  [MonitorWhole],
)

export type MonitorOnPage = NonNullable<ResultOf<typeof OneMonitor>["monitor"]>

const UptimeShare = graphql(`
  fragment UptimeShare on Uptime {
    percent
    coverage
    excludedSeconds
  }
`)

export const UptimeOfMonitor = graphql(
  `
    query UptimeOfMonitor(
      $id: ID!
      $day: DateTime!
      $week: DateTime!
      $month: DateTime!
      $quarter: DateTime!
      $now: DateTime!
    ) {
      monitor(id: $id) {
        id
        day: uptime(from: $day, to: $now) {
          ...UptimeShare
        }
        week: uptime(from: $week, to: $now) {
          ...UptimeShare
        }
        month: uptime(from: $month, to: $now) {
          ...UptimeShare
        }
        quarter: uptime(from: $quarter, to: $now) {
          ...UptimeShare
        }
        uptimeByDay(days: 90) {
          from
          percent
          coverage
          offlineSeconds
          degradedSeconds
          maintenanceSeconds
          excludedSeconds
        }
      }
    }
  `,
  [UptimeShare],
)

export const CreateMonitor = mutation("createMonitor", "id")
export type MonitorInput = VariablesOf<typeof CreateMonitor>["input"]

export const UpdateMonitor = mutation("updateMonitor", "...MonitorWhole", [MonitorWhole])
export const DeleteMonitor = mutation("deleteMonitor")

export const OpenAlertsOfMonitor = query(
  "monitor",
  `
    id
    alerts(activeOnly: true, first: 100) {
      edges {
        node {
          id
        }
      }
    }
  `,
)

export const PauseMonitor = mutation("pauseMonitor", "id isPaused")
export const ResumeMonitor = mutation("resumeMonitor", "id isPaused")
export const MuteMonitor = mutation("muteMonitor", "id isMuted mutedUntil")
export const UnmuteMonitor = mutation("unmuteMonitor", "id isMuted mutedUntil")
export const RequestCheck = mutation("requestCheck", "id")
export const RotateHeartbeatUrl = mutation("rotateHeartbeatUrl", "id heartbeatUrl")
