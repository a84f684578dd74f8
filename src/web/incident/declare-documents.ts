import { graphql } from "../graphql.ts"

export const DeclareIncident = graphql(`
  mutation DeclareIncident(
    $projectId: ID!
    $title: String!
    $description: String
    $severity: String
    $state: String
    $monitors: [IncidentMonitorInput!]
  ) {
    declareIncident(
      projectId: $projectId
      title: $title
      description: $description
      severity: $severity
      state: $state
      monitors: $monitors
    ) {
      id
      number
    }
  }
`)

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
