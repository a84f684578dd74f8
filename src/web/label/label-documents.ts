import { graphql } from "../graphql.ts"

/** For choices in forms. */
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

export const LabelRows = graphql(`
  query LabelRows($projectId: ID!, $after: String) {
    project(id: $projectId) {
      id
      labels(first: 100, after: $after) {
        edges {
          node {
            id
            name
            color
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

export const CreateLabel = graphql(`
  mutation CreateLabel($projectId: ID!, $name: String!, $color: String) {
    createLabel(projectId: $projectId, name: $name, color: $color) {
      id
    }
  }
`)

export const UpdateLabel = graphql(`
  mutation UpdateLabel($id: ID!, $name: String, $color: String) {
    updateLabel(id: $id, name: $name, color: $color) {
      id
      name
      color
    }
  }
`)

export const DeleteLabel = graphql(`
  mutation DeleteLabel($id: ID!) {
    deleteLabel(id: $id)
  }
`)
