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
    resolvedBy
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
      currentMaintenance {
        id
        title
        endsAt
      }
    }
    incident {
      id
      number
    }
    slo {
      id
      name
    }
  }
`)
export type AlertRow = FragmentOf<typeof AlertRow>

export const AlertChanged = graphql(
  `
    subscription AlertChanged($projectId: ID!, $alertId: ID) {
      alertChanged(projectId: $projectId, alertId: $alertId) {
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
    query Alerts(
      $projectId: ID!
      $after: String
      $search: String
      $meanings: [StateMeaning!]
      $severities: [String!]
      $monitorIds: [ID!]
      $policyIds: [ID!]
      $pagedUserIds: [ID!]
      $since: DateTime
      $until: DateTime
    ) {
      project(id: $projectId) {
        id
        alerts(
          first: 50
          after: $after
          sort: CREATED_AT_DESC
          search: $search
          meanings: $meanings
          severities: $severities
          monitorIds: $monitorIds
          policyIds: $policyIds
          pagedUserIds: $pagedUserIds
          since: $since
          until: $until
        ) {
          totalCount
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

/** What the filters of the list offer. */
export const AlertFilters = graphql(`
  query AlertFilters($projectId: ID!) {
    project(id: $projectId) {
      id
      severities(first: 50, subject: ALERT) {
        edges {
          node {
            id
            name
          }
        }
      }
      onCallPolicies(first: 100) {
        edges {
          node {
            id
            name
          }
        }
      }
      members(first: 100) {
        edges {
          node {
            userId
            name
          }
        }
      }
    }
  }
`)

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

export const UnacknowledgeAlert = graphql(
  `
    mutation UnacknowledgeAlert($id: ID!) {
      unacknowledgeAlert(id: $id) {
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

export const EscalateAlert = graphql(
  `
    mutation EscalateAlert($id: ID!) {
      escalateAlert(id: $id) {
        ...AlertRow
      }
    }
  `,
  [AlertRow],
)

export const ChangeAlertState = graphql(
  `
    mutation ChangeAlertState($id: ID!, $state: String!) {
      changeAlertState(id: $id, state: $state) {
        ...AlertRow
      }
    }
  `,
  [AlertRow],
)

export const AlertStates = graphql(`
  query AlertStates($projectId: ID!) {
    project(id: $projectId) {
      id
      states(first: 100, subject: ALERT) {
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
