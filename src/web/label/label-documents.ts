import { graphql } from "../graphql.ts"

export const LabelsOfProject = graphql(`
  query LabelsOfProject($id: ID!) {
    project(id: $id) {
      id
      labels(first: 100) {
        edges {
          node {
            id
            name
            color
          }
        }
      }
    }
  }
`)

export const CreateLabel = graphql(`
  mutation CreateLabel($projectId: ID!, $name: String!, $color: String) {
    createLabel(projectId: $projectId, name: $name, color: $color) {
      id
    }
  }
`)

export const DeleteLabel = graphql(`
  mutation DeleteLabel($id: ID!) {
    deleteLabel(id: $id)
  }
`)
