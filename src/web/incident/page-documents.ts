import { graphql, mutation } from "../graphql.ts"
import { PolicyChoices, MemberChoices } from "../project/choices.ts"

/** Whom a person can page. */
export const PeopleToPage = graphql(
  `
    query PeopleToPage($projectId: ID!) {
      project(id: $projectId) {
        id
        members(first: 100) @include(if: $readsMembers) {
          ...MemberChoices
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
          ...PolicyChoices
        }
      }
    }
  `,
  [PolicyChoices, MemberChoices],
)

export const PageForIncident = mutation("pageForIncident", "id")
