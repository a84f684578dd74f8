import { graphql, mutation, query, type FragmentOf } from "../graphql.ts"
import { MemberChoices } from "../project/choices.ts"

const TeamRow = graphql(`
  fragment TeamRow on Team {
    id
    name
    description
    people {
      id
      name
    }
  }
`)
export type TeamRow = FragmentOf<typeof TeamRow>

export const Teams = graphql(
  `
    query Teams($projectId: ID!) {
      project(id: $projectId) {
        id
        teams(first: 100) {
          edges {
            node {
              ...TeamRow
            }
          }
        }
        members(first: 100) {
          ...MemberChoices
        }
      }
    }
  `,
  [TeamRow, MemberChoices],
)

/** Read again before it is edited, because somebody may have changed it. */
export const Team = query("team", "...TeamRow", [TeamRow])

export const CreateTeam = mutation("createTeam", "id")
export const UpdateTeam = mutation("updateTeam", "id")
export const DeleteTeam = mutation("deleteTeam")
