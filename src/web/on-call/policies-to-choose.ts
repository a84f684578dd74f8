import { graphql } from "../graphql.ts"
import { PolicyChoices } from "../project/choices.ts"

export const PoliciesToChoose = graphql(
  `
    query PoliciesToChoose($projectId: ID!) {
      project(id: $projectId) {
        id
        onCallPolicies(first: 100) @include(if: $readsOnCall) {
          ...PolicyChoices
        }
      }
    }
  `,
  [PolicyChoices],
)
