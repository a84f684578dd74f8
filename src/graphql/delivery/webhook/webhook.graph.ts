import { builder } from "../../kernel/builder.ts"
import { valuesOf } from "../../kernel/values-of.ts"
import { mayOf } from "../../kernel/row-access.ts"
import { Node } from "../../kernel/node.graph.ts"
import { connectionOf } from "../../kernel/keyset.ts"
import { findEndpoint } from "./find-webhook.ts"
import { listEndpoints } from "./list-webhooks.ts"

const DisabledReason = builder.enumType("WebhookDisabledReason", {
  description: "Why an endpoint was disabled automatically.",
  values: valuesOf({
    gone: "It returned 410.",
    failing: "Every delivery failed for five days.",
  }),
})

const WebhookEndpoint = builder.prismaObject("WebhookEndpoint", {
  interfaces: [Node],
  description: "A URL that receives events, signed according to Standard Webhooks v1.",
  authScopes: ({ projectId }) => mayOf(projectId, "webhooks:read", "webhook endpoint"),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    url: t.exposeString("url", { description: "https URL on port 443." }),
    description: t.exposeString("description", { description: "Description." }),
    eventTypes: t.exposeStringList("eventTypes", {
      description: "The event kinds it receives, such as monitor.status_changed.",
    }),
    enabled: t.exposeBoolean("enabled", {
      description:
        "Whether it receives events. Disabling cancels queued deliveries; events that occur while it is disabled are not sent.",
    }),
    disabledReason: t.expose("disabledReason", {
      type: DisabledReason,
      nullable: true,
      description:
        "Why it was disabled automatically; null if it is enabled or a person disabled it.",
    }),
    consecutiveFailures: t.exposeInt("consecutiveFailures", {
      description: "Number of failed attempts since the last successful one.",
    }),
    failingSince: t.expose("failingSince", {
      type: "DateTime",
      nullable: true,
      description: "When the first of those attempts failed; null if none did.",
    }),
    lastSuccessAt: t.expose("lastSuccessAt", {
      type: "DateTime",
      nullable: true,
      description: "When a delivery last succeeded; null if none has.",
    }),
    secretHint: t.exposeString("secretHint", {
      description: "The last four characters of its signing secret.",
    }),
    previousSecretExpiresAt: t.expose("previousSecretExpiresAt", {
      type: "DateTime",
      nullable: true,
      description:
        "Until this time, deliveries are also signed with the previous secret; null if the secret was never rotated.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was created." }),
    updatedAt: t.expose("updatedAt", {
      type: "DateTime",
      description: "When its settings or secret last changed.",
    }),
  }),
})

builder.prismaObjectField("Project", "webhookEndpoints", (t) =>
  t.connection({
    type: WebhookEndpoint,
    description: "The project's webhook endpoints, newest first. Needs webhooks:read.",
    resolve: async ({ id }, args, ctx) => {
      const page = await listEndpoints(ctx, id, args)
      const where = { id: { in: page.ids } }
      return connectionOf(page, await ctx.database.prisma.webhookEndpoint.findMany({ where }))
    },
  }),
)

builder.queryField("webhookEndpoint", (t) =>
  t.prismaField({
    type: "WebhookEndpoint",
    nullable: true,
    description: "One webhook endpoint. Needs webhooks:read.",
    args: { id: t.arg.id({ required: true, description: "The webhook endpoint." }) },
    resolve: (_query, _root, args, ctx) => findEndpoint(ctx, args.id, "webhooks:read"),
  }),
)
