import type { ResultOf } from "../graphql.ts"
import { graphql } from "../graphql.ts"
import { IncidentRow } from "./incident-row-document.ts"

export const IncidentChanged = graphql(
  `
    subscription IncidentChanged(
      $projectId: ID!
      $incidentId: ID
      $readsMaintenances: Boolean = true
      $readsMonitors: Boolean = true
    ) {
      incidentChanged(projectId: $projectId, incidentId: $incidentId) {
        isSnapshot
        incident {
          ...IncidentRow
        }
      }
    }
  `,
  [IncidentRow],
)

export const OneIncident = graphql(
  `
    query OneIncident(
      $id: ID!
      $readsMaintenances: Boolean = true
      $readsMonitors: Boolean = true
    ) {
      incident(id: $id) {
        ...IncidentRow
        description
        isDeclaredManually
        isManual
        postmortemNote
        postmortemPublished
        postmortemNotify
        explain @include(if: $readsMonitors) {
          summary
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
          actorName
          isAutomatic
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
                step
                outcome
                evidence
              }
            }
          }
        }
      }
    }
  `,
  [IncidentRow],
)
export type OneIncident = NonNullable<ResultOf<typeof OneIncident>["incident"]>

export const UnacknowledgeIncident = graphql(
  `
    mutation UnacknowledgeIncident(
      $id: ID!
      $readsMaintenances: Boolean = true
      $readsMonitors: Boolean = true
    ) {
      unacknowledgeIncident(id: $id) {
        ...IncidentRow
      }
    }
  `,
  [IncidentRow],
)

export const AcknowledgeIncident = graphql(
  `
    mutation AcknowledgeIncident(
      $id: ID!
      $readsMaintenances: Boolean = true
      $readsMonitors: Boolean = true
    ) {
      acknowledgeIncident(id: $id) {
        ...IncidentRow
      }
    }
  `,
  [IncidentRow],
)

export const ResolveIncident = graphql(
  `
    mutation ResolveIncident(
      $id: ID!
      $readsMaintenances: Boolean = true
      $readsMonitors: Boolean = true
    ) {
      resolveIncident(id: $id) {
        ...IncidentRow
      }
    }
  `,
  [IncidentRow],
)

export const ReopenIncident = graphql(
  `
    mutation ReopenIncident(
      $id: ID!
      $readsMaintenances: Boolean = true
      $readsMonitors: Boolean = true
    ) {
      reopenIncident(id: $id) {
        ...IncidentRow
      }
    }
  `,
  [IncidentRow],
)

export const ChangeIncidentState = graphql(
  `
    mutation ChangeIncidentState(
      $id: ID!
      $state: String!
      $readsMaintenances: Boolean = true
      $readsMonitors: Boolean = true
    ) {
      changeIncidentState(id: $id, state: $state) {
        ...IncidentRow
      }
    }
  `,
  [IncidentRow],
)

export const UpdateIncident = graphql(
  `
    mutation UpdateIncident(
      $id: ID!
      $title: String
      $description: String
      $severity: String
      $monitors: [IncidentMonitorInput!]
      $readsMaintenances: Boolean = true
      $readsMonitors: Boolean = true
    ) {
      updateIncident(
        id: $id
        title: $title
        description: $description
        severity: $severity
        monitors: $monitors
      ) {
        ...IncidentRow
      }
    }
  `,
  [IncidentRow],
)

export const AddIncidentUpdate = graphql(
  `
    mutation AddIncidentUpdate(
      $id: ID!
      $body: String!
      $isPublic: Boolean
      $readsMaintenances: Boolean = true
      $readsMonitors: Boolean = true
    ) {
      addIncidentUpdate(id: $id, body: $body, isPublic: $isPublic) {
        ...IncidentRow
      }
    }
  `,
  [IncidentRow],
)

export const SavePostmortem = graphql(`
  mutation SavePostmortem(
    $id: ID!
    $note: String!
    $published: Boolean
    $notifySubscribers: Boolean
  ) {
    savePostmortem(
      id: $id
      note: $note
      published: $published
      notifySubscribers: $notifySubscribers
    ) {
      saved
      published
    }
  }
`)

/** Whether the monitor is still down when its alert or incident is resolved. */
export const StatusNow = graphql(`
  query StatusNow($id: ID!) {
    monitor(id: $id) {
      id
      status
    }
  }
`)
