import type { FragmentOf } from "../graphql.ts"
import { graphql } from "../graphql.ts"

export const IncidentRow = graphql(`
  fragment IncidentRow on Incident {
    id
    number
    title
    isFlapping
    startedAt
    resolvedAt
    acknowledgedAt
    acknowledgedBy
    createdAt
    updatedAt
    state {
      id
      name
      color
      meaning
    }
    severity {
      id
      name
      color
    }
    monitor {
      id
      name
    }
  }
`)
export type IncidentRow = FragmentOf<typeof IncidentRow>

export const IncidentChanged = graphql(
  `
    subscription IncidentChanged($projectId: ID!, $incidentId: ID) {
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
    query OneIncident($id: ID!) {
      incident(id: $id) {
        ...IncidentRow
        description
        postmortemNote
        postmortemPublished
        updates(first: 100) {
          edges {
            node {
              id
              kind
              body
              actorName
              at
              outages
              until
            }
          }
        }
        verdicts(first: 20) {
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

export const AcknowledgeIncident = graphql(
  `
    mutation AcknowledgeIncident($id: ID!) {
      acknowledgeIncident(id: $id) {
        ...IncidentRow
      }
    }
  `,
  [IncidentRow],
)

export const ResolveIncident = graphql(
  `
    mutation ResolveIncident($id: ID!) {
      resolveIncident(id: $id) {
        ...IncidentRow
      }
    }
  `,
  [IncidentRow],
)

export const ReopenIncident = graphql(
  `
    mutation ReopenIncident($id: ID!) {
      reopenIncident(id: $id) {
        ...IncidentRow
      }
    }
  `,
  [IncidentRow],
)

export const AddIncidentUpdate = graphql(
  `
    mutation AddIncidentUpdate($id: ID!, $body: String!) {
      addIncidentUpdate(id: $id, body: $body) {
        ...IncidentRow
      }
    }
  `,
  [IncidentRow],
)

export const SavePostmortem = graphql(`
  mutation SavePostmortem($id: ID!, $note: String!, $published: Boolean) {
    savePostmortem(id: $id, note: $note, published: $published) {
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
