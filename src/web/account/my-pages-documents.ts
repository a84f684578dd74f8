import { graphql, type FragmentOf, type ResultOf } from "../graphql.ts"

export const MyProjects = graphql(`
  query MyProjects {
    viewer {
      id
      memberships(first: 100) {
        edges {
          node {
            project {
              id
              name
            }
          }
        }
      }
    }
  }
`)

const MyAlert = graphql(`
  fragment MyAlert on Alert {
    id
    number
    title
    titleFinding {
      text
    }
    createdAt
    state {
      name
      meaning
    }
  }
`)
export type MyAlert = FragmentOf<typeof MyAlert>

/** What concerns the viewer in one project: open alerts, and the shifts of the next two weeks. */
export const MyDuty = graphql(
  `
    query MyDuty($projectId: ID!, $me: [ID!]!, $from: DateTime!, $until: DateTime!) {
      project(id: $projectId) {
        id
        paged: alerts(first: 20, activeOnly: true, pagedUserIds: $me) @include(if: $readsAlerts) {
          edges {
            node {
              ...MyAlert
            }
          }
        }
        assigned: alerts(first: 20, activeOnly: true, assigneeIds: $me) @include(if: $readsAlerts) {
          edges {
            node {
              ...MyAlert
            }
          }
        }
        rotations(first: 50) @include(if: $readsOnCall) {
          edges {
            node {
              id
              name
              shifts(from: $from, until: $until) {
                startsAt
                endsAt
                user {
                  id
                }
              }
            }
          }
        }
      }
    }
  `,
  [MyAlert],
)
export type MyDuty = NonNullable<ResultOf<typeof MyDuty>["project"]>

export const OwnPages = graphql(`
  query OwnPages($after: String) {
    ownPages(first: 50, after: $after) {
      edges {
        node {
          id
          createdAt
          askedBy
          projectId
          alert {
            id
            number
            title
            titleFinding {
              text
            }
            acknowledgedBy
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)
export type OwnPage = ResultOf<typeof OwnPages>["ownPages"]["edges"][number]["node"]
