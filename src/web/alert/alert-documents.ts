import {
  graphql,
  mutation,
  projectList,
  query,
  subscription,
  type FragmentOf,
  type VariablesOf,
} from "../graphql.ts"
import { PolicyChoices } from "../project/choices.ts"

export const AlertRow = graphql(`
  fragment AlertRow on Alert {
    id
    number
    title
    titleFinding {
      text
    }
    createdAt
    updatedAt
    acknowledgedAt
    acknowledgedBy
    resolvedAt
    resolvedBy
    snoozedUntil
    snoozedBy
    assignee {
      id
      name
    }
    state {
      id
      name
      label
      meaning
    }
    severity {
      id
      label
      color
    }
    monitor @include(if: $readsMonitors) {
      id
      name
      currentMaintenance @include(if: $readsMaintenances) {
        id
        title
        endsAt
      }
    }
    incident @include(if: $readsIncidents) {
      id
      number
    }
    slo @include(if: $readsMonitors) {
      id
      name
    }
  }
`)
export type AlertRow = FragmentOf<typeof AlertRow>

export const AlertChanged = subscription("alertChanged", "isSnapshot alert { ...AlertRow }", [
  AlertRow,
])

export const Alerts = projectList("alerts", "...AlertRow", [AlertRow], { also: "totalCount" })

export const AlertsOfGroup = projectList("alerts", "...AlertRow", [AlertRow], { first: 100 })

export type AlertSelection = VariablesOf<typeof MatchingAlerts>

/** Which alerts are on the first page of the list. */
export const MatchingAlerts = projectList("alerts", "id")

/** One alert, to do something with it where its page is not open. */
export const AlertToChange = query("alert", "...AlertRow", [AlertRow])

/** What an alert can be merged into. */
export const OpenAlerts = projectList("alerts", "id number title titleFinding { text }", [], {
  first: 100,
})

/** What the filters of the list offer. */
export const AlertFilters = graphql(
  `
    query AlertFilters($projectId: ID!) {
      project(id: $projectId) {
        id
        severities(first: 50, subject: ALERT) {
          edges {
            node {
              id
              name
              label
            }
          }
        }
        onCallPolicies(first: 100) @include(if: $readsOnCall) {
          ...PolicyChoices
        }
        members(first: 100) @include(if: $readsMembers) {
          edges {
            node {
              userId
              name
            }
          }
        }
      }
    }
  `,
  [PolicyChoices],
)

export const AcknowledgeAlert = mutation("acknowledgeAlert", "...AlertRow", [AlertRow])
export const UnacknowledgeAlert = mutation("unacknowledgeAlert", "...AlertRow", [AlertRow])
export const ResolveAlert = mutation("resolveAlert", "...AlertRow", [AlertRow])
export const EscalateAlert = mutation("escalateAlert", "...AlertRow", [AlertRow])
export const SnoozeAlert = mutation("snoozeAlert", "...AlertRow", [AlertRow])
export const UnsnoozeAlert = mutation("unsnoozeAlert", "...AlertRow", [AlertRow])
export const AssignAlert = mutation("assignAlert", "...AlertRow", [AlertRow])
export const MergeAlert = mutation("mergeAlert", "...AlertRow", [AlertRow])
export const SplitAlert = mutation("splitAlert", "...AlertRow", [AlertRow])
export const NoteAlert = mutation("noteAlert", "...AlertRow", [AlertRow])
export const PageForAlert = mutation("pageForAlert", "...AlertRow", [AlertRow])
export const ChangeAlertState = mutation("changeAlertState", "...AlertRow", [AlertRow])

export const StatesToChoose = projectList("states", "id name label", [], { first: 100 })
