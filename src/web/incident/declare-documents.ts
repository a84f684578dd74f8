import { graphql, mutation, projectList } from "../graphql.ts"

export const DeclareIncident = mutation("declareIncident", "id number")

export const TemplatesToUse = projectList(
  "incidentTemplates",
  "id name title body placeholders severity { name }",
  [],
  { first: 100 },
)

/** Who would see an incident about these monitors. */
export const PlannedAudience = graphql(`
  query PlannedAudience($projectId: ID!, $monitorIds: [ID!]!) {
    project(id: $projectId) {
      id
      incidentAudience(monitorIds: $monitorIds) {
        components
        subscribers
        statusPage {
          id
          name
          isPublic
        }
      }
    }
  }
`)
