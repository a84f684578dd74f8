import {
  graphql,
  mutation,
  projectList,
  type FragmentOf,
  type ResultOf,
  type VariablesOf,
} from "../graphql.ts"
import { MonitorRow } from "../monitor/monitor-row-documents.ts"

export const MonitorPage = projectList("monitors", "...MonitorRow", [MonitorRow], { first: 100 })

/** Counts take as long as a page, so that the list does not wait for them. */
export const MonitorCounts = graphql(`
  query MonitorCounts(
    $projectId: ID!
    $search: String
    $kinds: [MonitorKind!]
    $statuses: [MonitorStatus!]
    $labelIds: [ID!]
    $policyId: ID
    $isPaused: Boolean
    $isMuted: Boolean
    $isInMaintenance: Boolean
  ) {
    project(id: $projectId) {
      id
      monitors(
        first: 0
        search: $search
        kinds: $kinds
        statuses: $statuses
        labelIds: $labelIds
        policyId: $policyId
        isPaused: $isPaused
        isMuted: $isMuted
        isInMaintenance: $isInMaintenance
      ) {
        totalCount
        counts {
          operational
          degraded
          offline
          unknown
          paused
        }
      }
    }
  }
`)
export type MonitorFilter = Omit<VariablesOf<typeof MonitorCounts>, "projectId">
export type ListCounts = NonNullable<ResultOf<typeof MonitorCounts>["project"]>["monitors"]

const RowDetail = graphql(
  `
    fragment RowDetail on Monitor {
      ...MonitorRow
      p95Ms
      recentUptime(days: 30) {
        percent
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

export const ListChoices = graphql(`
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
        edges {
          node {
            id
            name
          }
        }
      }
    }
  }
`)

export const SavedViews = graphql(`
  query SavedViews($projectId: ID!) {
    project(id: $projectId) {
      id
      savedViews {
        id
        name
        search
      }
    }
  }
`)

export const SaveView = mutation("saveView", "id name search")
export const DeleteView = mutation("deleteView")
