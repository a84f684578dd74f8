import { graphql, type FragmentOf } from "../graphql.ts"
import { IncidentRow } from "./incident-row-document.ts"

export const ListedIncident = graphql(
  `
    fragment ListedIncident on Incident {
      ...IncidentRow
      isDeclaredManually
      monitors @include(if: $readsMonitors) {
        monitor {
          id
          name
          currentMaintenance @include(if: $readsMaintenances) {
            id
            title
            endsAt
          }
        }
      }
    }
  `,
  [IncidentRow],
)
export type ListedIncident = FragmentOf<typeof ListedIncident>

/** A page of the list, with the number of all that match and of all that are open. */
export const Incidents = graphql(
  `
    query Incidents(
      $projectId: ID!
      $after: String
      $search: String
      $isOpen: Boolean
      $severities: [String!]
      $states: [String!]
      $monitorIds: [ID!]
      $labelIds: [ID!]
      $isDeclaredManually: Boolean
      $since: DateTime
      $until: DateTime
      $sort: IncidentSort
    ) {
      project(id: $projectId) {
        id
        open: incidents(first: 1, isOpen: true) {
          totalCount
        }
        incidents(
          first: 50
          after: $after
          search: $search
          isOpen: $isOpen
          severities: $severities
          states: $states
          monitorIds: $monitorIds
          labelIds: $labelIds
          isDeclaredManually: $isDeclaredManually
          since: $since
          until: $until
          sort: $sort
        ) {
          totalCount
          edges {
            node {
              ...ListedIncident
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
  [ListedIncident],
)

/** The words that incidents are filtered by and changed to. */
export const IncidentWords = graphql(`
  query IncidentWords($projectId: ID!) {
    project(id: $projectId) {
      id
      states(first: 100, subject: INCIDENT) {
        edges {
          node {
            id
            name
            label
            color
            meaning
          }
        }
      }
      severities(first: 100, subject: INCIDENT) {
        edges {
          node {
            id
            name
            label
            color
            rank
          }
        }
      }
    }
  }
`)
