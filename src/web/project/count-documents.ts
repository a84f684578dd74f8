import { graphql } from "../graphql.ts"

export const CountsOfProject = graphql(`
  query CountsOfProject($id: ID!) {
    project(id: $id) {
      id
      counts {
        operational
        degraded
        offline
        unknown
        paused
        inMaintenance
        offlineInMaintenance
        degradedInMaintenance
        openIncidents
        openAlerts
      }
    }
  }
`)

export const IncidentCounted = graphql(`
  subscription IncidentCounted($projectId: ID!) {
    incidentChanged(projectId: $projectId) {
      isSnapshot
      incident {
        id
        number
        title
        state {
          name
        }
      }
    }
  }
`)

export const AlertCounted = graphql(`
  subscription AlertCounted($projectId: ID!) {
    alertChanged(projectId: $projectId) {
      isSnapshot
      alert {
        id
      }
    }
  }
`)
