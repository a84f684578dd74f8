import { graphql, mutation, query } from "../graphql.ts"
import { myProjects } from "../sign-in/first-session.ts"

export const MyProjects = graphql(myProjects)

export const CreateProject = mutation(
  "createProject",
  "id name permissions isLimitedToLabels requiresTwoFactor needsTwoFactor",
)

export const RenameProject = mutation("renameProject", "id name")
export const RequireTwoFactor = mutation("requireTwoFactor", "id requiresTwoFactor")

/** What is lost when the project is deleted. */
export const LostWithProject = graphql(`
  query LostWithProject($id: ID!) {
    project(id: $id) {
      id
      usage {
        monitors {
          used
        }
        statusPages {
          used
        }
      }
    }
  }
`)

export const LeaveProject = mutation("leaveProject")
export const DeleteProject = mutation("deleteProject")

export const MyMemberships = query(
  "viewer",
  `
    id
    memberships(first: 100) {
      edges {
        node {
          id
          role
          customRole {
            id
            name
          }
          createdAt
          project {
            id
            name
          }
        }
      }
    }
  `,
)
