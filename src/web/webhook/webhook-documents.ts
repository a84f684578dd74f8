import type { FragmentOf } from "../graphql.ts"
import { graphql } from "../graphql.ts"

export const EndpointRow = graphql(`
  fragment EndpointRow on WebhookEndpoint {
    id
    url
    description
    eventTypes
    enabled
    disabledReason
    consecutiveFailures
    failingSince
    lastSuccessAt
    secretHint
    previousSecretExpiresAt
    createdAt
    updatedAt
  }
`)
export type EndpointRow = FragmentOf<typeof EndpointRow>

export const WebhooksOfProject = graphql(
  `
    query WebhooksOfProject($projectId: ID!, $after: String) {
      project(id: $projectId) {
        id
        plan
        webhookEndpoints(first: 50, after: $after) {
          edges {
            node {
              ...EndpointRow
            }
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    }
  `,
  [EndpointRow],
)

export const OneWebhook = graphql(
  `
    query OneWebhook($id: ID!) {
      webhookEndpoint(id: $id) {
        ...EndpointRow
      }
    }
  `,
  [EndpointRow],
)

export const CreateWebhook = graphql(`
  mutation CreateWebhook(
    $projectId: ID!
    $url: String!
    $description: String
    $eventTypes: [String!]!
  ) {
    createWebhookEndpoint(
      projectId: $projectId
      url: $url
      description: $description
      eventTypes: $eventTypes
    ) {
      secret
      endpoint {
        id
      }
    }
  }
`)

export const UpdateWebhook = graphql(
  `
    mutation UpdateWebhook(
      $id: ID!
      $url: String
      $description: String
      $eventTypes: [String!]
      $enabled: Boolean
    ) {
      updateWebhookEndpoint(
        id: $id
        url: $url
        description: $description
        eventTypes: $eventTypes
        enabled: $enabled
      ) {
        ...EndpointRow
      }
    }
  `,
  [EndpointRow],
)

export const DeleteWebhook = graphql(`
  mutation DeleteWebhook($id: ID!) {
    deleteWebhookEndpoint(id: $id)
  }
`)

export const RotateWebhookSecret = graphql(
  `
    mutation RotateWebhookSecret($id: ID!) {
      rotateWebhookSecret(id: $id) {
        secret
        previousSecretExpiresAt
        endpoint {
          ...EndpointRow
        }
      }
    }
  `,
  [EndpointRow],
)
