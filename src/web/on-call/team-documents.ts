import { graphql, mutation, projectList, query, type FragmentOf } from "../graphql.ts"

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

export const Teams = projectList("teams", "...TeamRow", [TeamRow], { first: 100 })

/** Read again before it is edited, because somebody may have changed it. */
export const Team = query("team", "...TeamRow", [TeamRow])

export const CreateTeam = mutation("createTeam", "id")
export const UpdateTeam = mutation("updateTeam", "id")
export const DeleteTeam = mutation("deleteTeam")
