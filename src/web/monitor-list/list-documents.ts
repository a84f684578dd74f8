import {
  graphql,
  projectField,
  projectList,
  type FragmentOf,
  type ResultOf,
  type VariablesOf,
} from "../graphql.ts"
import { PolicyChoices } from "../project/choices.ts"
import { MonitorRow } from "../monitor/monitor-row-documents.ts"

export const MonitorPage = projectList("monitors", "...MonitorRow", [MonitorRow], { first: 100 })

/** Counts take as long as a page, so that the list does not wait for them. */
export const MonitorCounts = projectField(
  "monitors",
  "totalCount counts { operational degraded offline unknown paused inMaintenance offlineInMaintenance degradedInMaintenance }",
  [],
  { first: 0 },
)
export type MonitorFilter = Omit<VariablesOf<typeof MonitorCounts>, "projectId">
export type ListCounts = NonNullable<ResultOf<typeof MonitorCounts>["project"]>["monitors"]

const RowDetail = graphql(
  `
    fragment RowDetail on Monitor {
      ...MonitorRow
      p95Ms
      recentUptime(days: 30) {
        percent
        excludedSeconds
        coverage
        from
        to
      }
      recentChecks(first: 30) {
        status
        durationMs
      }
    }
  `,
  [MonitorRow],
)
export type RowDetail = FragmentOf<typeof RowDetail>

/** What the visible rows show beyond their page. */
export const RowDetails = projectList("monitors", "...RowDetail", [RowDetail], { first: 100 })

/** Only changes: a list reads its rows itself. */
export const StatusEvents = graphql(`
  subscription StatusEvents($projectId: ID!) {
    monitorStatusChanged(projectId: $projectId, changesOnly: true) {
      isSnapshot
      monitorId
      to
      at
    }
  }
`)

export const ListChoices = graphql(
  `
    query ListChoices($projectId: ID!) {
      project(id: $projectId) {
        id
        labels(first: 100) {
          edges {
            node {
              id
              name
              color
            }
          }
        }
        onCallPolicies(first: 100) @include(if: $readsOnCall) {
          ...PolicyChoices
        }
      }
    }
  `,
  [PolicyChoices],
)
