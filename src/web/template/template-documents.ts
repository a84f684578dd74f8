import { graphql } from "../graphql.ts"

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

export const CreateTemplate = graphql(`
  mutation CreateTemplate(
    $projectId: ID!
    $name: String!
    $title: String!
    $body: String
    $severity: String
  ) {
    createIncidentTemplate(
      projectId: $projectId
      name: $name
      title: $title
      body: $body
      severity: $severity
    ) {
      id
    }
  }
`)

export const UpdateTemplate = graphql(`
  mutation UpdateTemplate(
    $id: ID!
    $name: String
    $title: String
    $body: String
    $severity: String
  ) {
    updateIncidentTemplate(id: $id, name: $name, title: $title, body: $body, severity: $severity) {
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

export const DeleteTemplate = graphql(`
  mutation DeleteTemplate($id: ID!) {
    deleteIncidentTemplate(id: $id)
  }
`)
