import { graphql } from "../graphql.ts"

export const PoliciesToChoose = graphql(`
  query PoliciesToChoose($projectId: ID!) {
    project(id: $projectId) {
      id
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
