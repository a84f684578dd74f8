import type { FragmentOf, ResultOf } from "../graphql.ts"
import { graphql, mutation } from "../graphql.ts"

export const MaintenanceRow = graphql(`
  fragment MaintenanceRow on Maintenance {
    id
    title
    state
    startsAt
    endsAt
    isEdited
    monitorCount
    series {
      id
    }
  }
`)
export type MaintenanceRow = FragmentOf<typeof MaintenanceRow>

export const MaintenancesOfMonth = graphql(
  `
    query MaintenancesOfMonth(
      $projectId: ID!
      $from: DateTime!
      $until: DateTime!
      $after: String
    ) {
      project(id: $projectId) {
        id
        maintenances(
          from: $from
          until: $until
          first: 100
          after: $after
          sort: STARTS_AT_ASC
          states: [SCHEDULED, ONGOING, COMPLETED]
        ) {
          edges {
            node {
              ...MaintenanceRow
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
  [MaintenanceRow],
)

export const Maintenances = graphql(
  `
    query Maintenances(
      $projectId: ID!
      $after: String
      $search: String
      $states: [MaintenanceState!]
      $monitorIds: [ID!]
      $from: DateTime
      $until: DateTime
      $sort: MaintenanceSort
    ) {
      project(id: $projectId) {
        id
        maintenances(
          first: 50
          after: $after
          search: $search
          states: $states
          monitorIds: $monitorIds
          from: $from
          until: $until
          sort: $sort
        ) {
          edges {
            node {
              ...MaintenanceRow
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
  [MaintenanceRow],
)

export const OneMaintenance = graphql(`
  query OneMaintenance($id: ID!) {
    maintenance(id: $id) {
      id
      title
      description
      state
      startsAt
      endsAt
      notifyBeforeMinutes
      notifyAtStart
      notifyAtEnd
      isEdited
      monitorCount
      createdAt
      updatedAt
      series {
        id
        title
        unit
        every
        weekdays
        monthDay
        monthWeek
      }
      monitors(first: 100) @include(if: $readsMonitors) {
        edges {
          node {
            id
            name
            status
            statusSince
            isPaused
          }
        }
      }
    }
  }
`)
export type MaintenanceView = NonNullable<ResultOf<typeof OneMaintenance>["maintenance"]>

export const ScheduleMaintenance = mutation("scheduleMaintenance", "id")
export const UpdateMaintenance = mutation("updateMaintenance", "id")
export const EndMaintenance = mutation("endMaintenance", "id state")
export const CancelMaintenance = mutation("cancelMaintenance", "id state")
