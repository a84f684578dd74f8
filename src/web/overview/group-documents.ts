import { graphql } from "../graphql.ts"
import { ProblemRow } from "./overview-documents.ts"

/** The monitors of a group. */
export const ProblemsOfGroup = graphql(
  `
    query ProblemsOfGroup($projectId: ID!, $monitorIds: [ID!]!) {
      project(id: $projectId) {
        id
        overview {
          problems(monitorIds: $monitorIds) {
            ...ProblemRow
          }
        }
      }
    }
  `,
  [ProblemRow],
)
