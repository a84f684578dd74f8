import { graphql } from "../graphql.ts"

export const MaintenanceChanged = graphql(`
  subscription MaintenanceChanged($projectId: ID!) {
    maintenanceChanged(projectId: $projectId) {
      isSnapshot
      maintenance {
        id
      }
    }
  }
`)
