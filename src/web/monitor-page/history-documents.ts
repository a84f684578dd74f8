import { graphql, projectList, type ResultOf } from "../graphql.ts"

/** The line of figures in the page's head. */
export const FiguresOfMonitor = graphql(`
  query FiguresOfMonitor(
    $id: ID!
    $day: DateTime!
    $month: DateTime!
    $quarter: DateTime!
    $now: DateTime!
  ) {
    monitor(id: $id) {
      id
      uptime(from: $month, to: $now) {
        percent
        coverage
        excludedSeconds
      }
      responseTimes(from: $day, to: $now, step: HOUR) {
        overall {
          p95Ms
        }
        points {
          at
          p50Ms
        }
      }
      outages(from: $quarter, to: $now) {
        count
        outages(first: 1) {
          id
          level
          startedAt
          endedAt
          seconds
        }
      }
    }
  }
`)

export const HistoryOfMonitor = graphql(`
  query HistoryOfMonitor($id: ID!, $from: DateTime!, $to: DateTime!, $step: SeriesStep!) {
    monitor(id: $id) {
      id
      uptime(from: $from, to: $to) {
        percent
        coverage
        excludedSeconds
      }
      responseTimes(from: $from, to: $to, step: $step) {
        step
        overall {
          checks
          p50Ms
          p95Ms
          p99Ms
        }
        points {
          at
          checks
          p50Ms
          p95Ms
          p99Ms
          dnsMs
          connectMs
          tlsMs
          firstByteMs
          transferMs
        }
      }
      outages(from: $from, to: $to) {
        offlineCount
        offlineSeconds
        outages {
          id
          level
          startedAt
          endedAt
          findings {
            text
          }
        }
      }
      spans(from: $from, to: $to) {
        kind
        name
        from
        until
      }
    }
  }
`)

export type History = NonNullable<ResultOf<typeof HistoryOfMonitor>["monitor"]>

/** Changes of settings, from the audit log. */
export const ChangesOfMonitor = projectList(
  "auditEntries",
  "id action actorKind actorName via changes at",
)
/** Its variables for one monitor. */
export const changesOf = (subjectId: string) => ({ action: "monitor.", subjectId })
export type SettingsChange = NonNullable<
  ResultOf<typeof ChangesOfMonitor>["project"]
>["auditEntries"]["edges"][number]["node"]
