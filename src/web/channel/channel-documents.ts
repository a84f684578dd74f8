import { graphql } from "../graphql.ts"

export const ChannelKinds = graphql(`
  query ChannelKinds {
    channelKinds {
      kind
      owners
      missing
    }
  }
`)

export const TeamChannels = graphql(`
  query TeamChannels($projectId: ID!, $after: String) {
    project(id: $projectId) {
      id
      channels(first: 100, after: $after) {
        edges {
          node {
            id
            kind
            name
            hint
            enabled
            verifiedAt
            lastDeliveredAt
            lastError
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

export const TeamChannel = graphql(`
  query TeamChannel($id: ID!) {
    channel(id: $id) {
      id
      kind
      name
      hint
      enabled
      verifiedAt
      codeExpiresAt
      lastDeliveredAt
      lastError
      createdAt
      updatedAt
      project {
        id
      }
      deliveries(first: 10) {
        edges {
          node {
            id
            event
            state
            lastError
            attemptCount
            createdAt
          }
        }
      }
    }
  }
`)

export const CreateTeamChannel = graphql(`
  mutation CreateTeamChannel(
    $projectId: ID!
    $kind: ChannelKind!
    $name: String!
    $settings: JSON!
  ) {
    createChannel(projectId: $projectId, kind: $kind, name: $name, settings: $settings) {
      id
      name
    }
  }
`)

export const UpdateTeamChannel = graphql(`
  mutation UpdateTeamChannel($id: ID!, $name: String, $enabled: Boolean, $settings: JSON) {
    updateChannel(id: $id, name: $name, enabled: $enabled, settings: $settings) {
      id
      name
      hint
      enabled
      verifiedAt
    }
  }
`)

export const DeleteTeamChannel = graphql(`
  mutation DeleteTeamChannel($id: ID!) {
    deleteChannel(id: $id)
  }
`)

export const TestTeamChannel = graphql(`
  mutation TestTeamChannel($id: ID!) {
    testChannel(id: $id) {
      id
    }
  }
`)

export const VerifyTeamChannel = graphql(`
  mutation VerifyTeamChannel($id: ID!, $code: String!) {
    verifyChannel(id: $id, code: $code) {
      id
      verifiedAt
    }
  }
`)

export const ResendTeamCode = graphql(`
  mutation ResendTeamCode($id: ID!) {
    resendChannelCode(id: $id) {
      id
      codeExpiresAt
    }
  }
`)

export const PoliciesOfChannel = graphql(`
  query PoliciesOfChannel($id: ID!) {
    project(id: $id) {
      id
      onCallPolicies(first: 100) {
        edges {
          node {
            id
            name
            isDefault
            monitorCount
            rules {
              id
              delayMinutes
              targets {
                id
              }
            }
          }
        }
      }
    }
  }
`)
