import { graphql, mutation } from "../graphql.ts"

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

export const CreateLabel = mutation("createLabel", "id")
export const UpdateLabel = mutation("updateLabel", "id name color")
export const DeleteLabel = mutation("deleteLabel")
