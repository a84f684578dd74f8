import { builder } from "../builder.ts"
import { connectionOf } from "../keyset.ts"
import { Delivery } from "./graph.ts"
import { listDeliveries } from "./list.ts"

builder.prismaObjectField("WebhookEndpoint", "deliveries", (t) =>
  t.connection({
    type: Delivery,
    description: "What it was owed, newest first. Needs webhooks:read.",
    resolve: async (endpoint, args, ctx) => {
      const page = await listDeliveries(ctx, endpoint, args)
      const where = { id: { in: page.ids } }
      return connectionOf(page, await ctx.database.prisma.delivery.findMany({ where }))
    },
  }),
)
