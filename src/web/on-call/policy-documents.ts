import { FindingWords } from "../ui/finding-words.ts"
import { graphql, mutation, projectList, type FragmentOf, type ResultOf } from "../graphql.ts"
import { MemberChoices } from "../project/choices.ts"

const PolicyRules = graphql(`
  fragment PolicyRules on OnCallPolicy {
    id
    name
    description
    isDefault
    repeatCount
    repeatDelayMinutes
    monitorCount @include(if: $readsMonitors)
    rules {
      id
      order
      delayMinutes
      targets {
        kind
        id
        name
        user {
          id
          isMember
        }
        rotation {
          id
          onCallNow {
            endsAt
            user {
              id
              name
            }
          }
        }
        team {
          id
          people {
            id
            name
          }
        }
      }
    }
  }
`)
export type PolicyView = FragmentOf<typeof PolicyRules>
export type TargetView = PolicyView["rules"][number]["targets"][number]

/** Fewer fields per target, so that a page of 100 policies is within the limits. */
const PolicyRow = graphql(`
  fragment PolicyRow on OnCallPolicy {
    id
    name
    isDefault
    repeatCount
    monitorCount @include(if: $readsMonitors)
    rules {
      id
      delayMinutes
      targets {
        kind
        id
        name
      }
    }
  }
`)
export type PolicyRow = FragmentOf<typeof PolicyRow>

export const Policies = graphql(
  `
    query Policies($projectId: ID!) {
      project(id: $projectId) {
        id
        onCallPolicies(first: 100) {
          edges {
            node {
              ...PolicyRow
            }
          }
        }
        onCallReadiness {
          warnings {
            kind
            finding {
              ...FindingWords
            }
            policyId
          }
        }
      }
    }
  `,
  [PolicyRow, FindingWords],
)

export const Policy = graphql(
  `
    query Policy($id: ID!, $projectId: ID!) {
      onCallPolicy(id: $id) {
        ...PolicyRules
        createdAt
        updatedAt
        monitors(first: 100) @include(if: $readsMonitors) {
          edges {
            node {
              id
              name
              onCallPolicy {
                id
              }
            }
          }
        }
      }
      project(id: $projectId) {
        id
        onCallReadiness {
          warnings {
            kind
            finding {
              ...FindingWords
            }
            policyId
          }
        }
      }
    }
  `,
  [PolicyRules, FindingWords],
)
export type PolicyRead = NonNullable<ResultOf<typeof Policy>["onCallPolicy"]>

/** What a rule of a policy can page. */
export const Targets = graphql(
  `
    query Targets($projectId: ID!) {
      project(id: $projectId) {
        id
        members(first: 100) {
          ...MemberChoices
        }
        teams(first: 100) {
          edges {
            node {
              id
              name
              people {
                id
                name
              }
            }
          }
        }
        rotations(first: 100) {
          edges {
            node {
              id
              name
              onCallNow {
                user {
                  id
                  name
                }
              }
            }
          }
        }
        channels(first: 100) {
          edges {
            node {
              id
              name
              kind
            }
          }
        }
      }
    }
  `,
  [MemberChoices],
)

export const CreatePolicy = mutation("createOnCallPolicy", "id")
export const UpdatePolicy = mutation("updateOnCallPolicy", "id")
export const DeletePolicy = mutation("deleteOnCallPolicy")
export const SetMonitorPolicy = mutation("setMonitorOnCallPolicy", "id onCallPolicy { id }")

export const MonitorChoices = projectList("monitors", "id name onCallPolicy { id name }")
