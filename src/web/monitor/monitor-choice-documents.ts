import { graphql } from "../graphql.ts"

export const MonitorsToChoose = graphql(`
  query MonitorsToChoose($projectId: ID!, $search: String, $labelIds: [ID!]) {
    project(id: $projectId) {
      id
      monitors(first: 100, search: $search, labelIds: $labelIds) {
        edges {
          node {
            id
            name
            labels {
              id
              name
            }
          }
        }
      }
    }
  }
`)

/** For a choice that stands in the URL. */
export const MonitorName = graphql(`
  query MonitorName($id: ID!) {
    monitor(id: $id) {
      id
      name
    }
  }
`)
