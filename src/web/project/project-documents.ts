import { graphql } from "../graphql.ts"
import { myProjects } from "../sign-in/first-session.ts"

export const MyProjects = graphql(myProjects)

export const CreateProject = graphql(`
  mutation CreateProject($name: String!) {
    createProject(name: $name) {
      id
      name
      permissions
      isLimitedToLabels
      requiresTwoFactor
      needsTwoFactor
    }
  }
`)

export const RenameProject = graphql(`
  mutation RenameProject($id: ID!, $name: String!) {
    renameProject(id: $id, name: $name) {
      id
      name
    }
  }
`)

export const RequireTwoFactor = graphql(`
  mutation RequireTwoFactor($projectId: ID!, $isRequired: Boolean!) {
    requireTwoFactor(projectId: $projectId, isRequired: $isRequired) {
      id
      requiresTwoFactor
    }
  }
`)

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

export const LeaveProject = graphql(`
  mutation LeaveProject($projectId: ID!) {
    leaveProject(projectId: $projectId)
  }
`)

export const DeleteProject = graphql(`
  mutation DeleteProject($id: ID!, $name: String!) {
    deleteProject(id: $id, name: $name)
  }
`)

export const MyMemberships = graphql(`
  query MyMemberships {
    viewer {
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
    }
  }
`)
