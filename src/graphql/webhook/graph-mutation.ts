import { builder } from "../builder.ts"
import type { CreatedEndpoint } from "./create.ts"
import { createEndpoint } from "./create.ts"
import { deleteEndpoint } from "./delete.ts"
import type { RotatedSecret } from "./rotate-secret.ts"
import { rotateSecret } from "./rotate-secret.ts"
import { updateEndpoint } from "./update.ts"

const url = "https on port 443, without user name or password; up to 2,048 characters."
const eventTypes = "Kinds of event, such as monitor.status_changed; at least one, each once."
const secret = "The signing secret; it is shown this once and kept sealed."

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
      description: "Until when every delivery is signed with the previous secret too.",
    }),
  }),
})

builder.mutationField("createWebhookEndpoint", (t) =>
  t.field({
    type: createdEndpoint,
    description: "Registers an address for events. Needs webhooks:write and the Pro plan.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      url: t.arg.string({ required: true, description: url }),
      description: t.arg.string({ description: "What it is for; up to 5,000 characters." }),
      eventTypes: t.arg.stringList({ required: true, description: eventTypes }),
      enabled: t.arg.boolean({ description: "Whether it is told from now on; yes where absent." }),
    },
    resolve: (_root, { description, enabled, eventTypes, ...args }, ctx) =>
      createEndpoint(ctx, {
        ...args,
        description: description ?? undefined,
        enabled: enabled ?? undefined,
        eventTypes: eventTypes as never,
      }),
  }),
)

builder.mutationField("updateWebhookEndpoint", (t) =>
  t.prismaField({
    type: "WebhookEndpoint",
    description:
      "Changes what is given. Enabling it again resets its failures. Needs webhooks:write and the Pro plan.",
    args: {
      id: t.arg.id({ required: true, description: "The webhook endpoint." }),
      url: t.arg.string({ description: url }),
      description: t.arg.string({
        description: "What it is for; up to 5,000 characters, null for none.",
      }),
      eventTypes: t.arg.stringList({ description: eventTypes }),
      enabled: t.arg.boolean({ description: "Whether anything is sent to it." }),
    },
    resolve: (_query, _root, { id, ...given }, ctx) => updateEndpoint(ctx, id, given as never),
  }),
)

builder.mutationField("deleteWebhookEndpoint", (t) =>
  t.id({
    description: "Deletes a webhook endpoint for good; answers its id. Needs webhooks:write.",
    args: { id: t.arg.id({ required: true, description: "The webhook endpoint." }) },
    resolve: (_root, args, ctx) => deleteEndpoint(ctx, args.id),
  }),
)

builder.mutationField("rotateWebhookSecret", (t) =>
  t.field({
    type: rotatedSecret,
    description:
      "Gives an endpoint a new secret; the previous one signs beside it for 24 hours. Needs webhooks:write and the Pro plan.",
    args: { id: t.arg.id({ required: true, description: "The webhook endpoint." }) },
    resolve: (_root, args, ctx) => rotateSecret(ctx, args.id),
  }),
)
