import { builder } from "../builder.ts"
import { connectionOf } from "../keyset.ts"
import { findEndpoint } from "./find.ts"
import { listEndpoints } from "./list.ts"

const DisabledReason = builder.enumType("WebhookDisabledReason", {
  description: "Why an endpoint was disabled by itself.",
  values: {
    GONE: { value: "gone", description: "It answered 410." },
    FAILING: { value: "failing", description: "Nothing arrived for five days." },
  } as const,
})

const WebhookEndpoint = builder.prismaObject("WebhookEndpoint", {
  description: "An address of yours that is told of events, signed as Standard Webhooks v1 says.",
  authScopes: ({ projectId }) => ({
    may: { projectId, permission: "webhooks:read", noun: "webhook endpoint" },
  }),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    url: t.exposeString("url", { description: "https on port 443." }),
    description: t.exposeString("description", { description: "What it is for." }),
    eventTypes: t.exposeStringList("eventTypes", {
      description: "The kinds of event it is told of, such as monitor.status_changed.",
    }),
    enabled: t.exposeBoolean("enabled", { description: "Whether anything is sent to it." }),
    disabledReason: t.expose("disabledReason", {
      type: DisabledReason,
      nullable: true,
      description: "Why it was disabled; null while it is enabled, and where a person did it.",
    }),
    consecutiveFailures: t.exposeInt("consecutiveFailures", {
      description: "How many attempts failed since the last that succeeded.",
    }),
    failingSince: t.expose("failingSince", {
      type: "DateTime",
      nullable: true,
      description: "When the first of those attempts failed; null where none did.",
    }),
    lastSuccessAt: t.expose("lastSuccessAt", {
      type: "DateTime",
      nullable: true,
      description: "When something last arrived; null for never.",
    }),
    secretHint: t.exposeString("secretHint", {
      description: "The last four characters of its signing secret.",
    }),
    previousSecretExpiresAt: t.expose("previousSecretExpiresAt", {
      type: "DateTime",
      nullable: true,
      description:
        "Until when deliveries are signed with the previous secret too; null where it never had another.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was made." }),
    updatedAt: t.expose("updatedAt", {
      type: "DateTime",
      description: "When its settings or its secret last changed.",
    }),
  }),
})

builder.prismaObjectField("Project", "webhookEndpoints", (t) =>
  t.connection({
    type: WebhookEndpoint,
    description: "Its webhook endpoints, newest first. Needs webhooks:read.",
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
