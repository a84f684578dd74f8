import { graphql } from "../graphql.ts"

/** What the viewer may count. */
export const CountsRow = graphql(`
  fragment CountsRow on ProjectCounts {
    ... @include(if: $readsMonitors) {
      operational
      degraded
      offline
      unknown
      paused
      inMaintenance
      offlineInMaintenance
      degradedInMaintenance
    }
    openIncidents @include(if: $readsIncidents)
    openAlerts @include(if: $readsAlerts)
  }
`)

export const CountsOfProject = graphql(
  `
    query CountsOfProject($id: ID!) {
      project(id: $id) {
        id
        counts {
          ...CountsRow
        }
      }
    }
  `,
  [CountsRow],
)

export const UnreachableAlerts = graphql(`
  query UnreachableAlerts($id: ID!) {
    project(id: $id) {
      id
      unreachableAlerts {
        id
        number
        title
        titleFinding {
          text
        }
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
        titleFinding {
          text
        }
        state {
          label
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
