import { graphql, projectField, subscription } from "../graphql.ts"

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

export const CountsOfProject = projectField("counts", "...CountsRow", [CountsRow])

export const UnreachableAlerts = projectField(
  "unreachableAlerts",
  "id number title titleFinding { text }",
)

export const IncidentCounted = subscription(
  "incidentChanged",
  `
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
  `,
)

export const AlertCounted = subscription("alertChanged", "isSnapshot alert { id }")
