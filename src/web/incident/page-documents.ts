import { graphql, mutation } from "../graphql.ts"

/** Whom a person can page. */
export const PeopleToPage = graphql(`
  query PeopleToPage($projectId: ID!) {
    project(id: $projectId) {
      id
      members(first: 100) @include(if: $readsMembers) {
        edges {
          node {
            userId
            name
            email
          }
        }
      }
      teams(first: 100) @include(if: $readsOnCall) {
        edges {
          node {
            id
            name
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

export const PageForIncident = mutation("pageForIncident", "id")
