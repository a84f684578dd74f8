import { graphql, mutation, type ResultOf } from "../graphql.ts"

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

export const CreateState = mutation("createState", "id")
export const UpdateState = mutation("updateState", "id name color order")
export const DeleteState = mutation("deleteState")
export const CreateSeverity = mutation("createSeverity", "id")
export const UpdateSeverity = mutation("updateSeverity", "id name color rank")
export const DeleteSeverity = mutation("deleteSeverity")
