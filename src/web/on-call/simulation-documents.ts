import { FindingWords } from "../ui/finding-words.ts"
import { graphql, query, type FragmentOf } from "../graphql.ts"

const SimulationView = graphql(
  `
    fragment SimulationView on AlertSimulation {
      isDefaultPolicy
      policy {
        id
        name
      }
      steps {
        round
        ruleOrder
        dueAt
        recipients {
          user {
            id
            name
          }
          digestAt
          deliveries {
            channelId
            kind
            at
            finding {
              code
              text
            }
          }
        }
        targets {
          kind
          targetId
          targetName
          reason
          findings {
            ...FindingWords
          }
        }
      }
    }
  `,
  [FindingWords],
)
export type SimulationView = FragmentOf<typeof SimulationView>

export const SimulateMonitor = query("simulateAlert", "...SimulationView", [SimulationView])

export const SimulatePolicy = graphql(
  `
    query SimulatePolicy($policyId: ID!, $at: DateTime!, $urgency: Urgency!) {
      onCallPolicy(id: $policyId) {
        id
        simulation(at: $at, urgency: $urgency) {
          ...SimulationView
        }
      }
    }
  `,
  [SimulationView],
)

export const SimulationChoices = graphql(
  `
    query SimulationChoices($projectId: ID!, $search: String) {
      project(id: $projectId) {
        id
        onCallPolicies(first: 100) {
          edges {
            node {
              id
              name
              isDefault
            }
          }
        }
        monitors(first: 50, search: $search) @include(if: $readsMonitors) {
          edges {
            node {
              id
              name
            }
          }
        }
        onCallReadiness {
          isReady
          until
          warnings {
            kind
            finding {
              ...FindingWords
            }
            policyId
            rotationId
            userId
            startsAt
          }
        }
      }
    }
  `,
  [FindingWords],
)
