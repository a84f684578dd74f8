import { builder } from "../../kernel/builder.ts"
import { includeNodes } from "../../kernel/connection.graph.ts"
import { connectionOf } from "../../kernel/keyset.ts"
import { Delivery, DeliveryQueue, DeliveryState } from "./delivery.graph.ts"
import { listProjectDeliveries } from "./list-project-deliveries.ts"

builder.prismaObjectField("Project", "deliveries", (t) =>
  t.connection({
    type: Delivery,
    description:
      "The project's deliveries, newest first, as far as you may read them: events and webhooks with webhooks:read, pages with alerts:read, notices by their subject.",
    args: {
      states: t.arg({ type: [DeliveryState], description: "Only deliveries in these states." }),
      queues: t.arg({ type: [DeliveryQueue], description: "Only deliveries of these queues." }),
      events: t.arg.stringList({ description: "Only these kinds, such as incident.created." }),
      subjectId: t.arg.id({ description: "Only those about this monitor, incident or alert." }),
      alertId: t.arg.id({ description: "Only pages of this alert." }),
      channelId: t.arg.id({ description: "Only those sent to this channel." }),
      endpointId: t.arg.id({ description: "Only those sent to this webhook endpoint." }),
      userId: t.arg.id({
        description: "Only those sent to this person, by any contact method or to the account.",
      }),
      since: t.arg({ type: "DateTime", description: "Only those created at this time or later." }),
      until: t.arg({ type: "DateTime", description: "Only those created before this time." }),
    },
    resolve: async ({ id }, args, context, info) => {
      const page = await listProjectDeliveries(context, id, args)
      const rows = await context.database.prisma.delivery.findMany({
        ...includeNodes(context, info),
        where: { id: { in: page.edges.map(({ node }) => node.id) } },
      })
      return connectionOf(page, rows)
    },
  }),
)
