import { graphql, mutation, projectList, type ResultOf } from "../graphql.ts"

/** Why the page cannot be served at the domain that is being typed. */
export const DomainIssue = graphql(`
  query DomainIssue($id: ID!, $host: String!) {
    statusPage(id: $id) {
      id
      domainIssue(host: $host)
    }
  }
`)
export const AddDomain = mutation("addStatusPageDomain", "id")
export const VerifyDomain = mutation("verifyStatusPageDomain", "id isVerified")
export const RemoveDomain = mutation("removeStatusPageDomain")

export const PublishStatusPage = graphql(`
  mutation PublishStatusPage($id: ID!) {
    updateStatusPage(id: $id, isPublic: true) {
      id
    }
  }
`)

/** Access for members alone does not make a page private by itself, so both are set. */
export const RestrictStatusPage = graphql(`
  mutation RestrictStatusPage(
    $id: ID!
    $kind: StatusPageAccessKind
    $password: String
    $emailDomains: [String!]
  ) {
    setStatusPageAccess(id: $id, kind: $kind, password: $password, emailDomains: $emailDomains) {
      id
    }
    updateStatusPage(id: $id, isPublic: false) {
      id
    }
  }
`)

export const Subscribers = graphql(`
  query Subscribers($projectId: ID!, $after: String) {
    statusPage(id: $projectId) {
      id
      subscribers(first: 100, after: $after) {
        totalCount
        edges {
          node {
            id
            kind
            address
            language
            isWholePage
            confirmedAt
            createdAt
            resources {
              id
              displayName
            }
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`)
export type Subscriber = NonNullable<
  ResultOf<typeof Subscribers>["statusPage"]
>["subscribers"]["edges"][number]["node"]

export const RemoveSubscriber = mutation("removeStatusPageSubscriber")
export const Announce = mutation("announceOnStatusPage", "id")
export const UpdateAnnouncement = mutation("updateStatusPageAnnouncement", "id")
export const RemoveAnnouncement = mutation("removeStatusPageAnnouncement")

export const IncidentsToShow = projectList(
  "incidents",
  "id number title titleFinding { text } startedAt",
)

export const ShowIncident = mutation("showIncidentOnStatusPage", "id")
export const HideIncident = mutation("hideIncidentFromStatusPage", "id")
