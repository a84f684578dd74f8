import { builder } from "../../kernel/builder.ts"
import { connectionOf } from "../../kernel/keyset.ts"
import { Delivery, DeliveryState } from "./delivery.graph.ts"
import { listDeliveries } from "./list-deliveries.ts"

builder.prismaObjectField("WebhookEndpoint", "deliveries", (t) =>
  t.connection({
    type: Delivery,
    description: "Its deliveries, newest first. Needs webhooks:read.",
    args: {
      states: t.arg({ type: [DeliveryState], description: "Only deliveries in these states." }),
      events: t.arg.stringList({ description: "Only these kinds, such as incident.created." }),
    },
    resolve: async (endpoint, args, ctx) => {
      const page = await listDeliveries(ctx, endpoint, args)
      const where = { id: { in: page.ids } }
      return connectionOf(page, await ctx.database.prisma.delivery.findMany({ where }))
    },
  }),
)
