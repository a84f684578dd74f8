import {
  graphql,
  mutation,
  projectList,
  query,
  type FragmentOf,
  type ResultOf,
} from "../graphql.ts"

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

export const OneSeries = query(
  "maintenanceSeries",
  `
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
  `,
  [SeriesRule],
)
export type SeriesView = NonNullable<ResultOf<typeof OneSeries>["maintenanceSeries"]>

export const SeriesDates = query("maintenanceSeriesDates", "startsAt endsAt")

export const ScheduleSeries = mutation("scheduleMaintenanceSeries", "id")
export const UpdateSeries = mutation("updateMaintenanceSeries", "id")
export const CancelSeries = mutation("cancelMaintenanceSeries", "id cancelledAt")
