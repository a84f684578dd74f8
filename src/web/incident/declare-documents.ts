import { graphql, mutation } from "../graphql.ts"

export const DeclareIncident = mutation("declareIncident", "id number")

export const TemplatesToUse = graphql(`
  query TemplatesToUse($projectId: ID!) {
    project(id: $projectId) {
      id
      incidentTemplates(first: 100) {
        edges {
          node {
            id
            name
            title
            body
            placeholders
            severity {
              name
            }
          }
        }
      }
    }
  }
`)

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
