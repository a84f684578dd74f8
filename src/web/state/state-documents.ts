import type { ResultOf } from "../graphql.ts"
import { graphql } from "../graphql.ts"

export const StatesOfProject = graphql(`
  query StatesOfProject($projectId: ID!, $subject: Subject!) {
    project(id: $projectId) {
      id
      states(first: 100, subject: $subject) {
        edges {
          node {
            id
            name
            color
            order
            meaning
            isBuiltIn
          }
        }
      }
      severities(first: 100, subject: $subject) {
        edges {
          node {
            id
            name
            color
            rank
            isBuiltIn
          }
        }
      }
    }
  }
`)
type Project = NonNullable<ResultOf<typeof StatesOfProject>["project"]>
export type State = Project["states"]["edges"][number]["node"]
export type Severity = Project["severities"]["edges"][number]["node"]

export const CreateState = graphql(`
  mutation CreateState(
    $projectId: ID!
    $subject: Subject!
    $name: String!
    $color: String!
    $meaning: StateMeaning!
  ) {
    createState(
      projectId: $projectId
      subject: $subject
      name: $name
      color: $color
      meaning: $meaning
    ) {
      id
    }
  }
`)

export const UpdateState = graphql(`
  mutation UpdateState($id: ID!, $name: String, $color: String, $order: Int) {
    updateState(id: $id, name: $name, color: $color, order: $order) {
      id
      name
      color
      order
    }
  }
`)

export const DeleteState = graphql(`
  mutation DeleteState($id: ID!) {
    deleteState(id: $id)
  }
`)

export const CreateSeverity = graphql(`
  mutation CreateSeverity($projectId: ID!, $subject: Subject!, $name: String!, $color: String!) {
    createSeverity(projectId: $projectId, subject: $subject, name: $name, color: $color) {
      id
    }
  }
`)

export const UpdateSeverity = graphql(`
  mutation UpdateSeverity($id: ID!, $name: String, $color: String, $rank: Int) {
    updateSeverity(id: $id, name: $name, color: $color, rank: $rank) {
      id
      name
      color
      rank
    }
  }
`)

export const DeleteSeverity = graphql(`
  mutation DeleteSeverity($id: ID!) {
    deleteSeverity(id: $id)
  }
`)
