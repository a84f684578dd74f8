import type { FragmentOf } from "../graphql.ts"
import { graphql } from "../graphql.ts"

export const AlertRow = graphql(`
  fragment AlertRow on Alert {
    id
    number
    title
    description
    createdAt
    updatedAt
    acknowledgedAt
    acknowledgedBy
    resolvedAt
    state {
      id
      name
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
    incident {
      id
      number
    }
  }
`)
export type AlertRow = FragmentOf<typeof AlertRow>

export const AlertChanged = graphql(
  `
    subscription AlertChanged($projectId: ID!) {
      alertChanged(projectId: $projectId) {
        isSnapshot
        alert {
          ...AlertRow
        }
      }
    }
  `,
  [AlertRow],
)

export const Alerts = graphql(
  `
    query Alerts($projectId: ID!, $after: String) {
      project(id: $projectId) {
        id
        alerts(first: 50, after: $after, sort: CREATED_AT_DESC) {
          edges {
            node {
              ...AlertRow
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
  [AlertRow],
)

export const AcknowledgeAlert = graphql(
  `
    mutation AcknowledgeAlert($id: ID!) {
      acknowledgeAlert(id: $id) {
        ...AlertRow
      }
    }
  `,
  [AlertRow],
)

export const ResolveAlert = graphql(
  `
    mutation ResolveAlert($id: ID!) {
      resolveAlert(id: $id) {
        ...AlertRow
      }
    }
  `,
  [AlertRow],
)
