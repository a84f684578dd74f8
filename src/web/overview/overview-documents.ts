import type { ResultOf } from "../graphql.ts"
import { graphql } from "../graphql.ts"
import { IncidentRow } from "../incident/incident-row-document.ts"
import { SwapRow } from "../on-call/swap-documents.ts"

export const Overview = graphql(
  `
    query Overview($projectId: ID!) {
      project(id: $projectId) {
        id
        counts {
          operational
          degraded
          offline
          unknown
          paused
          inMaintenance
          offlineInMaintenance
          degradedInMaintenance
          openIncidents
          openAlerts
        }
        overview {
          problems {
            monitorId
            name
            status
            since
            reason
            incidentId
            incidentNumber
            acknowledgedBy
            alertId
            maintenanceEndsAt
          }
          unconfirmed {
            monitorId
            name
            failures
            failureThreshold
            reason
            nextCheckAt
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
          }
          month {
            from
            percent
            coverage
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
              offlineSeconds
            }
          }
          setup {
            hasMonitor
            hasContactMethod
            hasOnCallPolicy
            hasStatusPage
            hasTeammate
          }
        }
        incidents(activeOnly: true, first: 5) {
          edges {
            node {
              ...IncidentRow
            }
          }
        }
        pendingSwaps {
          ...SwapRow
        }
        onCallNow(first: 100) {
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
        maintenances(activeOnly: true, first: 3, sort: STARTS_AT_ASC) {
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
  [IncidentRow, SwapRow],
)

export type OverviewOfProject = NonNullable<ResultOf<typeof Overview>["project"]>
type Parts = OverviewOfProject["overview"]
export type Problem = Parts["problems"][number]
export type Unconfirmed = Parts["unconfirmed"][number]
export type Hour = Parts["hours"][number]
export type Slow = Parts["slowest"][number]
export type Unreliable = Parts["leastReliable"][number]
export type Setup = Parts["setup"]
export type OnCallEntry = OverviewOfProject["onCallNow"]["edges"][number]["node"]
export type Maintenance = OverviewOfProject["maintenances"]["edges"][number]["node"]
