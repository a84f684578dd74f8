import {
  graphql,
  mutation,
  projectList,
  query,
  type FragmentOf,
  type ResultOf,
} from "../graphql.ts"

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

export const MaintenancesOfMonth = projectList(
  "maintenances",
  "...MaintenanceRow",
  [MaintenanceRow],
  { first: 100 },
)

export const Maintenances = projectList("maintenances", "...MaintenanceRow", [MaintenanceRow])

export const OneMaintenance = query(
  "maintenance",
  `
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
  `,
)
export type MaintenanceView = NonNullable<ResultOf<typeof OneMaintenance>["maintenance"]>

export const ScheduleMaintenance = mutation("scheduleMaintenance", "id")
export const UpdateMaintenance = mutation("updateMaintenance", "id")
export const EndMaintenance = mutation("endMaintenance", "id state")
export const CancelMaintenance = mutation("cancelMaintenance", "id state")
