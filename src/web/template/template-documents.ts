import { graphql, mutation } from "../graphql.ts"

export const TemplateRows = graphql(`
  query TemplateRows($projectId: ID!, $after: String) {
    project(id: $projectId) {
      id
      incidentTemplates(first: 50, after: $after) {
        edges {
          node {
            id
            name
            title
            severity {
              name
              color
            }
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`)

export const OneTemplate = graphql(`
  query OneTemplate($id: ID!) {
    incidentTemplate(id: $id) {
      id
      name
      title
      body
      severity {
        name
      }
    }
  }
`)

export const CreateTemplate = mutation("createIncidentTemplate", "id")
export const UpdateTemplate = mutation(
  "updateIncidentTemplate",
  "id name title body severity { name }",
)

export const DeleteTemplate = mutation("deleteIncidentTemplate")
