import { graphql, type FragmentOf } from "../graphql.ts"

export const IncidentRow = graphql(`
  fragment IncidentRow on Incident {
    id
    number
    title
    titleFinding {
      text
    }
    isFlapping
    startedAt
    resolvedAt
    acknowledgedAt
    acknowledgedBy
    createdAt
    updatedAt
    state {
      id
      name
      label
      color
      meaning
    }
    severity {
      id
      name
      label
      color
    }
    monitor @include(if: $readsMonitors) {
      id
      name
      currentMaintenance @include(if: $readsMaintenances) {
        id
        title
        endsAt
      }
    }
  }
`)
export type IncidentRow = FragmentOf<typeof IncidentRow>
