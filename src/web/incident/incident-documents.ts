import { mutation, query, subscription, type ResultOf } from "../graphql.ts"
import { FindingWords } from "../ui/finding-words.ts"
import { IncidentRow } from "./incident-row-document.ts"

export const IncidentChanged = subscription(
  "incidentChanged",
  "isSnapshot incident { ...IncidentRow }",
  [IncidentRow],
)

export const OneIncident = query(
  "incident",
  `
    ...IncidentRow
    description
    findings {
      ...FindingWords
    }
    isDeclaredManually
    postmortemNote
    postmortemPublished
    postmortemNotify
    explain @include(if: $readsMonitors) {
      findings {
        ...FindingWords
      }
    }
    monitor @include(if: $readsMonitors) {
      id
      name
      status
      statusSince
      isPaused
      currentMaintenance @include(if: $readsMaintenances) {
        id
        title
        endsAt
      }
    }
    monitors @include(if: $readsMonitors) {
      status
      monitor {
        id
        name
        status
        statusSince
        isPaused
        currentMaintenance @include(if: $readsMaintenances) {
          id
          title
          endsAt
        }
      }
    }
    timeline {
      id
      kind
      body
      findings {
        ...FindingWords
      }
      actorName
      isPublic
      at
      flap {
        outages
        from
        until
      }
    }
    verdicts(first: 20) @include(if: $readsMonitors) {
      edges {
        node {
          id
          decision
          at
          steps {
            titleFinding {
              ...FindingWords
            }
            findings {
              ...FindingWords
            }
          }
        }
      }
    }
  `,
  [IncidentRow, FindingWords],
)
export type OneIncident = NonNullable<ResultOf<typeof OneIncident>["incident"]>

export const UnacknowledgeIncident = mutation("unacknowledgeIncident", "...IncidentRow", [
  IncidentRow,
])

export const AcknowledgeIncident = mutation("acknowledgeIncident", "...IncidentRow", [IncidentRow])
export const ResolveIncident = mutation("resolveIncident", "...IncidentRow", [IncidentRow])
export const ReopenIncident = mutation("reopenIncident", "...IncidentRow", [IncidentRow])
export const ChangeIncidentState = mutation("changeIncidentState", "...IncidentRow", [IncidentRow])
export const UpdateIncident = mutation("updateIncident", "...IncidentRow", [IncidentRow])
export const AddIncidentUpdate = mutation("addIncidentUpdate", "...IncidentRow", [IncidentRow])
export const SavePostmortem = mutation("savePostmortem", "saved published")

/** Whether the monitor is still down when its alert or incident is resolved. */
export const StatusNow = query("monitor", "id status")
