import { graphql, type ResultOf } from "../graphql.ts"
import { IncidentRow } from "../incident/incident-row-document.ts"
import { SwapRow } from "../on-call/swap-documents.ts"
import { CountsRow } from "../project/count-documents.ts"
import { FindingWords } from "../ui/finding-words.ts"

export const ProblemRow = graphql(
  `
    fragment ProblemRow on ProjectProblem {
      monitorId
      name
      status
      since
      findings {
        ...FindingWords
      }
      incidentId
      incidentNumber
      acknowledgedBy
      acknowledgedAt
      alertId
      maintenanceEndsAt
    }
  `,
  [FindingWords],
)

export const Overview = graphql(
  `
    query Overview($projectId: ID!) {
      project(id: $projectId) {
        id
        counts {
          ...CountsRow
        }
        overview @include(if: $readsMonitors) {
          problems(isGrouped: false) {
            ...ProblemRow
          }
          problemGroups {
            key
            ids
            cause {
              ...FindingWords
            }
          }
          unconfirmed {
            monitorId
            name
            failures
            failureThreshold
            findings {
              ...FindingWords
            }
            nextCheckAt
            maintenanceEndsAt
          }
          hours {
            from
            to
            percent
            operationalSeconds
            degradedSeconds
            offlineSeconds
            unknownSeconds
            maintenanceSeconds
            excludedSeconds
          }
          month {
            from
            to
            percent
            coverage
            excludedSeconds
            operationalSeconds
            degradedSeconds
            offlineSeconds
          }
          slowest {
            monitorId
            name
            averageMs
            hourlyMs
          }
          leastReliable {
            monitorId
            name
            uptime {
              percent
              coverage
              from
              to
              offlineSeconds
              excludedSeconds
            }
          }
          setup {
            hasMonitor
            hasContactMethod
            hasOnCallPolicy @include(if: $readsOnCall)
            hasStatusPage @include(if: $readsStatusPages)
            hasTeammate @include(if: $readsMembers)
            hasTestArrived
          }
        }
        incidents(activeOnly: true, first: 5) @include(if: $readsIncidents) {
          edges {
            node {
              ...IncidentRow
            }
          }
        }
        pendingSwaps @include(if: $readsOnCall) {
          ...SwapRow
        }
        onCallNow(first: 100) @include(if: $readsOnCall) {
          edges {
            node {
              policyId
              policyName
              ruleOrder
              until
              user {
                id
                name
              }
            }
          }
        }
        maintenances(activeOnly: true, first: 3, sort: STARTS_AT_ASC)
          @include(if: $readsMaintenances) {
          edges {
            node {
              id
              title
              state
              startsAt
              endsAt
            }
          }
        }
      }
    }
  `,
  [CountsRow, FindingWords, IncidentRow, ProblemRow, SwapRow],
)

export type OverviewOfProject = NonNullable<ResultOf<typeof Overview>["project"]>
type Parts = NonNullable<OverviewOfProject["overview"]>
/** What the viewer may count; without monitors:read there is nothing of monitors. */
export type Counts = OverviewOfProject["counts"]
export type MonitorCounts = Extract<Counts, { offline: number }>
export type Problem = Parts["problems"][number]
export type ProblemGroup = Parts["problemGroups"][number]
export type Unconfirmed = Parts["unconfirmed"][number]
export type Month = Parts["month"]
export type Hour = Parts["hours"][number]
export type Slow = Parts["slowest"][number]
export type Unreliable = Parts["leastReliable"][number]
export type Setup = Parts["setup"]
export type OnCallEntry = NonNullable<OverviewOfProject["onCallNow"]>["edges"][number]["node"]
export type Maintenance = NonNullable<OverviewOfProject["maintenances"]>["edges"][number]["node"]
