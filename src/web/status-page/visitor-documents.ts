import type { ResultOf } from "../graphql.ts"
import { graphql } from "../graphql.ts"

export const AddDomain = graphql(`
  mutation AddDomain($statusPageId: ID!, $host: String!) {
    addStatusPageDomain(statusPageId: $statusPageId, host: $host) {
      id
    }
  }
`)

export const VerifyDomain = graphql(`
  mutation VerifyDomain($id: ID!) {
    verifyStatusPageDomain(id: $id) {
      id
      isVerified
    }
  }
`)

export const RemoveDomain = graphql(`
  mutation RemoveDomain($id: ID!) {
    removeStatusPageDomain(id: $id)
  }
`)

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

export const RemoveSubscriber = graphql(`
  mutation RemoveSubscriber($id: ID!) {
    removeStatusPageSubscriber(id: $id)
  }
`)

export const Announce = graphql(`
  mutation Announce($statusPageId: ID!, $body: String!, $startsAt: DateTime, $endsAt: DateTime) {
    announceOnStatusPage(
      statusPageId: $statusPageId
      body: $body
      startsAt: $startsAt
      endsAt: $endsAt
    ) {
      id
    }
  }
`)

export const UpdateAnnouncement = graphql(`
  mutation UpdateAnnouncement($id: ID!, $body: String, $startsAt: DateTime, $endsAt: DateTime) {
    updateStatusPageAnnouncement(id: $id, body: $body, startsAt: $startsAt, endsAt: $endsAt) {
      id
    }
  }
`)

export const RemoveAnnouncement = graphql(`
  mutation RemoveAnnouncement($id: ID!) {
    removeStatusPageAnnouncement(id: $id)
  }
`)

export const IncidentsToShow = graphql(`
  query IncidentsToShow($projectId: ID!) {
    project(id: $projectId) {
      id
      incidents(first: 50, sort: CREATED_AT_DESC) {
        edges {
          node {
            id
            number
            title
            startedAt
          }
        }
      }
    }
  }
`)

export const ShowIncident = graphql(`
  mutation ShowIncident($statusPageId: ID!, $incidentId: ID!) {
    showIncidentOnStatusPage(statusPageId: $statusPageId, incidentId: $incidentId) {
      id
    }
  }
`)

export const HideIncident = graphql(`
  mutation HideIncident($statusPageId: ID!, $incidentId: ID!) {
    hideIncidentFromStatusPage(statusPageId: $statusPageId, incidentId: $incidentId) {
      id
    }
  }
`)
