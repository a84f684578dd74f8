import { z } from "zod"
import { given, id } from "../../graphql/kernel/input.ts"
import * as fields from "../../graphql/delivery/webhook/rules/webhook-input.ts"
import { graphql, mutation, projectPage } from "../graphql.ts"
import { moment } from "../../graphql/kernel/answer-fields.ts"
import { list, operation } from "../operation.ts"
import {
  endpoint,
  endpointFields,
  exampleEndpoint,
  exampleSecret,
  members,
  ofEndpoint,
  secret,
} from "./webhook-endpoint-fields.ts"

const createWebhookEndpoint = operation({
  id: "createWebhookEndpoint",
  method: "POST",
  path: "/v1/webhook-endpoints",
  tag: "Webhook endpoints",
  summary: "Create a webhook endpoint",
  description:
    "Sends events to the URL from now on, signed according to Standard Webhooks version 1 with the returned secret.",
  scope: "webhooks:write",
  reads: ["webhooks:read"],
  body: {
    schema: z
      .strictObject({
        ...members,
        description: fields.description.optional(),
        enabled: members.enabled.default(true),
      })
      .meta({ id: "NewWebhookEndpoint" }),
    example: { url: exampleEndpoint.url, event_types: ["incident.created", "incident.resolved"] },
  },
  document: mutation("createWebhookEndpoint", "secret endpoint { ...Endpoint }", [endpointFields]),
  variables: ({ projectId, body: { event_types, ...body } }) =>
    given({ projectId, ...body, eventTypes: event_types }),
  problems: ["plan_limit_exceeded"],
  status: 201,
  answer: {
    schema: z.object({ endpoint, secret }).meta({ id: "WebhookCreateResult" }),
    of: ({ createWebhookEndpoint: { endpoint, secret } }) => ({
      endpoint: ofEndpoint(endpoint),
      secret,
    }),
    example: { endpoint: exampleEndpoint, secret: exampleSecret },
  },
})

const getWebhookEndpoint = operation({
  id: "getWebhookEndpoint",
  method: "GET",
  path: "/v1/webhook-endpoints/{webhook_endpoint_id}",
  tag: "Webhook endpoints",
  summary: "Get a webhook endpoint",
  description: "Returns the endpoint and its delivery state.",
  scope: "webhooks:read",
  document: graphql(
    `
      query getWebhookEndpoint($id: ID!) {
        webhookEndpoint(id: $id) {
          ...Endpoint
        }
      }
    `,
    [endpointFields],
  ),
  variables: ({ params }) => ({ id: params.webhook_endpoint_id }),
  status: 200,
  answer: {
    schema: endpoint,
    of: ({ webhookEndpoint }) => {
      if (webhookEndpoint === null) throw new Error("an endpoint was returned without its row")
      return ofEndpoint(webhookEndpoint)
    },
    example: exampleEndpoint,
  },
})

const rotateWebhookSecret = operation({
  id: "rotateWebhookSecret",
  method: "POST",
  path: "/v1/webhook-endpoints/{webhook_endpoint_id}/rotate-secret",
  tag: "Webhook endpoints",
  summary: "Rotate a webhook secret",
  description:
    "Creates a new signing secret. For 24 hours every delivery is signed with both the new and the previous secret; " +
    "older secrets stop working at once.",
  scope: "webhooks:write",
  reads: ["webhooks:read"],
  document: mutation("rotateWebhookSecret", "secret previousSecretExpiresAt endpoint { id }"),
  variables: ({ params }) => ({ id: params.webhook_endpoint_id }),
  status: 200,
  answer: {
    schema: z
      .object({ id, secret, previous_secret_expires_at: moment })
      .meta({ id: "WebhookRotateResult" }),
    of: ({ rotateWebhookSecret: { endpoint, secret, previousSecretExpiresAt } }) => ({
      id: endpoint.id,
      secret,
      previous_secret_expires_at: previousSecretExpiresAt,
    }),
    example: {
      id: exampleEndpoint.id,
      secret: exampleSecret,
      previous_secret_expires_at: "2026-11-22T09:30:00.000Z",
    },
  },
})

const listWebhookEndpoints = list({
  id: "listWebhookEndpoints",
  path: "/v1/webhook-endpoints",
  tag: "Webhook endpoints",
  summary: "List webhook endpoints",
  description: "Lists the webhook endpoints of the key's project, newest first.",
  scope: "webhooks:read",
  document: projectPage("webhookEndpoints", "node { ...Endpoint }", [endpointFields]),
  variables: ({ projectId, page }) => ({ projectId, ...page }),
  connection: ({ project }) => project?.webhookEndpoints,
  item: { schema: endpoint, of: ofEndpoint, example: exampleEndpoint },
})

const changes = z
  .strictObject({
    ...z.object(members).partial().shape,
    description: fields.description.nullable().describe("null clears it.").optional(),
  })
  .refine((body) => Object.keys(given(body)).length > 0, {
    error: "must contain at least one of url, description, event_types and enabled",
  })
  .meta({ id: "WebhookEndpointChanges", minProperties: 1 })

const updateWebhookEndpoint = operation({
  id: "updateWebhookEndpoint",
  method: "PATCH",
  path: "/v1/webhook-endpoints/{webhook_endpoint_id}",
  tag: "Webhook endpoints",
  summary: "Update a webhook endpoint",
  description:
    "Updates the given fields. Omitted fields stay unchanged. Enabling an endpoint again resets its failure count.",
  scope: "webhooks:write",
  reads: ["webhooks:read"],
  body: { schema: changes, example: { enabled: true } },
  document: mutation("updateWebhookEndpoint", "...Endpoint", [endpointFields]),
  variables: ({ params, body: { event_types, ...body } }) =>
    given({ id: params.webhook_endpoint_id, ...body, eventTypes: event_types }),
  status: 200,
  answer: {
    schema: endpoint,
    of: (data) => ofEndpoint(data.updateWebhookEndpoint),
    example: exampleEndpoint,
  },
})

const deleteWebhookEndpoint = operation({
  id: "deleteWebhookEndpoint",
  method: "DELETE",
  path: "/v1/webhook-endpoints/{webhook_endpoint_id}",
  tag: "Webhook endpoints",
  summary: "Delete a webhook endpoint",
  description: "Deletes the endpoint and cancels its queued deliveries.",
  scope: "webhooks:write",
  document: mutation("deleteWebhookEndpoint"),
  variables: ({ params }) => ({ id: params.webhook_endpoint_id }),
  status: 204,
  answer: null,
})

export const webhookEndpoints = [
  createWebhookEndpoint,
  getWebhookEndpoint,
  rotateWebhookSecret,
  listWebhookEndpoints,
  updateWebhookEndpoint,
  deleteWebhookEndpoint,
]
