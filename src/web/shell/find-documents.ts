import { graphql } from "../graphql.ts"
import { PolicyChoices } from "../project/choices.ts"

/** What the server searches, because a project can have any number of it. */
export const FindInProject = graphql(`
  query FindInProject($projectId: ID!, $search: String) {
    project(id: $projectId) {
      id
      monitors(first: 20, search: $search) @include(if: $readsMonitors) {
        edges {
          node {
            id
            name
            kind
            status
            isPaused
            isInMaintenance
          }
        }
      }
      incidents(first: 5, search: $search) @include(if: $readsIncidents) {
        edges {
          node {
            id
            number
            title
            titleFinding {
              text
            }
            state {
              id
              label
              meaning
            }
          }
        }
      }
      slos(first: 5, search: $search) @include(if: $readsMonitors) {
        edges {
          node {
            id
            name
            targetPercent
            windowDays
          }
        }
      }
    }
  }
`)

/** Objects with what decides which acts fit them. */
export const FindToAct = graphql(`
  query FindToAct($projectId: ID!, $search: String, $isOpen: Boolean) {
    project(id: $projectId) {
      id
      monitors(first: 20, search: $search) @include(if: $readsMonitors) {
        edges {
          node {
            id
            name
            kind
            isPaused
            isMuted
          }
        }
      }
      incidents(first: 10, search: $search, isOpen: $isOpen) @include(if: $readsIncidents) {
        edges {
          node {
            id
            title
            titleFinding {
              text
            }
            resolvedAt
            acknowledgedAt
          }
        }
      }
      alerts(first: 10, search: $search, isOpen: $isOpen) @include(if: $readsAlerts) {
        edges {
          node {
            id
            number
            title
            titleFinding {
              text
            }
            resolvedAt
            acknowledgedAt
            snoozedUntil
          }
        }
      }
    }
  }
`)

/** What a project has few of; the palette filters it. */
export const ProjectNames = graphql(
  `
    query ProjectNames($projectId: ID!) {
      project(id: $projectId) {
        id
        statusPages(first: 100) @include(if: $readsStatusPages) {
          edges {
            node {
              id
              name
              slug
              isPublic
            }
          }
        }
        members(first: 100) @include(if: $readsMembers) {
          edges {
            node {
              id
              name
              email
            }
          }
        }
        onCallPolicies(first: 100) @include(if: $readsOnCall) {
          ...PolicyChoices
        }
        rotations(first: 100) @include(if: $readsOnCall) {
          edges {
            node {
              id
              name
            }
          }
        }
      }
    }
  `,
  [PolicyChoices],
)
