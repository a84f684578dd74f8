import { graphql, mutation, query, type FragmentOf } from "../graphql.ts"

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

export const OneWebhook = query("webhookEndpoint", "...EndpointRow", [EndpointRow])

export const CreateWebhook = mutation("createWebhookEndpoint", "secret endpoint { id }")
export const UpdateWebhook = mutation("updateWebhookEndpoint", "...EndpointRow", [EndpointRow])
export const DeleteWebhook = mutation("deleteWebhookEndpoint")
export const RotateWebhookSecret = mutation(
  "rotateWebhookSecret",
  "secret previousSecretExpiresAt endpoint { ...EndpointRow }",
  [EndpointRow],
)
