import { builder } from "../../kernel/builder.ts"
import { omitNulls } from "../../kernel/input.ts"
import { createEndpoint, type CreatedEndpoint } from "./create-webhook.ts"
import { deleteEndpoint } from "./delete-webhook.ts"
import { rotateSecret, type RotatedSecret } from "./rotate-secret.ts"
import { updateEndpoint } from "./update-webhook.ts"

const url = "https URL on port 443, without user name or password; up to 2,048 characters."
const eventTypes = "Event kinds, such as monitor.status_changed; at least one, no duplicates."
const secret = "The signing secret. It is shown only once and stored encrypted."

const createdEndpoint = builder.objectRef<CreatedEndpoint>("CreatedWebhookEndpoint").implement({
  description: "A new webhook endpoint, with the only copy of its secret.",
  fields: (t) => ({
    endpoint: t.prismaField({
      type: "WebhookEndpoint",
      description: "The endpoint.",
      resolve: (_query, created) => created.endpoint,
    }),
    secret: t.exposeString("secret", { description: secret }),
  }),
})

const rotatedSecret = builder.objectRef<RotatedSecret>("RotatedWebhookSecret").implement({
  description: "The only copy of an endpoint's new secret.",
  fields: (t) => ({
    endpoint: t.prismaField({
      type: "WebhookEndpoint",
      description: "The endpoint.",
      resolve: (_query, rotated) => rotated.endpoint,
    }),
    secret: t.exposeString("secret", { description: secret }),
    previousSecretExpiresAt: t.expose("previousSecretExpiresAt", {
      type: "DateTime",
      description: "Until this time, deliveries are also signed with the previous secret.",
    }),
  }),
})

builder.mutationFields((t) => ({
  createWebhookEndpoint: t.field({
    type: createdEndpoint,
    description:
      "Creates a webhook endpoint. Needs webhooks:write and the Pro plan; a person also needs the permission to read each event, as for every later change of the endpoint.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      url: t.arg.string({ required: true, description: url }),
      description: t.arg.string({ description: "Description; up to 5,000 characters." }),
      eventTypes: t.arg.stringList({ required: true, description: eventTypes }),
      enabled: t.arg.boolean({ description: "Whether it receives events; true by default." }),
    },
    resolve: (_root, args, ctx) => createEndpoint(ctx, omitNulls(args)),
  }),
  updateWebhookEndpoint: t.prismaField({
    type: "WebhookEndpoint",
    description:
      "Updates the given fields. Enabling an endpoint resets its failures. Needs webhooks:write and the Pro plan.",
    args: {
      id: t.arg.id({ required: true, description: "The webhook endpoint." }),
      url: t.arg.string({ description: url }),
      description: t.arg.string({
        description: "Description; up to 5,000 characters, null to clear it.",
      }),
      eventTypes: t.arg.stringList({ description: eventTypes }),
      enabled: t.arg.boolean({
        description:
          "Whether it receives events. Disabling cancels queued deliveries; events that occur while it is disabled are not sent.",
      }),
    },
    resolve: (_query, _root, { id, ...given }, ctx) => updateEndpoint(ctx, id, given),
  }),
  deleteWebhookEndpoint: t.id({
    description: "Permanently deletes a webhook endpoint and returns its id. Needs webhooks:write.",
    args: { id: t.arg.id({ required: true, description: "The webhook endpoint." }) },
    resolve: (_root, args, ctx) => deleteEndpoint(ctx, args.id),
  }),
  rotateWebhookSecret: t.field({
    type: rotatedSecret,
    description:
      "Rotates an endpoint's secret; deliveries are also signed with the previous one for 24 hours. Needs webhooks:write and the Pro plan.",
    args: { id: t.arg.id({ required: true, description: "The webhook endpoint." }) },
    resolve: (_root, args, ctx) => rotateSecret(ctx, args.id),
  }),
}))
