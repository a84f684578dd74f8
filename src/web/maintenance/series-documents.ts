import { graphql, mutation, projectList, type FragmentOf, type ResultOf } from "../graphql.ts"

const SeriesRule = graphql(`
  fragment SeriesRule on MaintenanceSeries {
    id
    title
    timeZone
    unit
    every
    weekdays
    monthDay
    monthWeek
    startsOn
    endsOn
    startTime
    durationMinutes
    cancelledAt
  }
`)
export type SeriesRule = FragmentOf<typeof SeriesRule>

export const SeriesOfProject = projectList("maintenanceSeries", "...SeriesRule", [SeriesRule])

export const OneSeries = graphql(
  `
    query OneSeries($id: ID!) {
      maintenanceSeries(id: $id) {
        ...SeriesRule
        description
        notifyBeforeMinutes
        notifyAtStart
        notifyAtEnd
        createdAt
        monitors @include(if: $readsMonitors) {
          id
          name
        }
        maintenances {
          id
          title
          state
          startsAt
          endsAt
          isEdited
        }
      }
    }
  `,
  [SeriesRule],
)
export type SeriesView = NonNullable<ResultOf<typeof OneSeries>["maintenanceSeries"]>

export const SeriesDates = graphql(`
  query SeriesDates(
    $projectId: ID!
    $timeZone: String!
    $unit: RecurrenceUnit!
    $every: Int
    $weekdays: [Int!]
    $monthDay: Int
    $monthWeek: Int
    $startsOn: String!
    $endsOn: String
    $startTime: String!
    $durationMinutes: Int!
  ) {
    maintenanceSeriesDates(
      projectId: $projectId
      timeZone: $timeZone
      unit: $unit
      every: $every
      weekdays: $weekdays
      monthDay: $monthDay
      monthWeek: $monthWeek
      startsOn: $startsOn
      endsOn: $endsOn
      startTime: $startTime
      durationMinutes: $durationMinutes
    ) {
      startsAt
      endsAt
    }
  }
`)

export const ScheduleSeries = mutation("scheduleMaintenanceSeries", "id")
export const UpdateSeries = mutation("updateMaintenanceSeries", "id")
export const CancelSeries = mutation("cancelMaintenanceSeries", "id cancelledAt")
