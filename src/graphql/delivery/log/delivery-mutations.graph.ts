import { builder } from "../../kernel/builder.ts"
import { sendTestEvent } from "../webhook/send-test.ts"
import { replayDeliveriesSince } from "./replay-since.ts"
import { replayDelivery } from "./replay-delivery.ts"

builder.mutationFields((t) => ({
  replayDelivery: t.prismaField({
    type: "Delivery",
    description:
      "Sends a delivery again now, under the same id. A webhook keeps its body and needs webhooks:write and the Pro plan; a channel delivery needs on_call:write, or for a notice the write permission of its subject: members, status pages or endpoints.",
    args: { id: t.arg.id({ required: true, description: "The delivery." }) },
    resolve: (_query, _root, { id }, ctx) => replayDelivery(ctx, id),
  }),
  replayDeliveriesSince: t.int({
    description:
      "Sends an endpoint's deliveries since a time again, except tests; returns how many. Needs webhooks:write and the Pro plan.",
    args: {
      endpointId: t.arg.id({ required: true, description: "The webhook endpoint." }),
      since: t.arg({
        type: "DateTime",
        required: true,
        description: "Deliveries created at this time or later.",
      }),
      deadOnly: t.arg.boolean({
        description:
          "True selects only failed and cancelled deliveries; otherwise successful ones are included.",
      }),
    },
    resolve: (_root, { endpointId, since, deadOnly }, ctx) =>
      replayDeliveriesSince(ctx, endpointId, { since, deadOnly: deadOnly ?? undefined }),
  }),
  sendTestEvent: t.prismaField({
    type: "Delivery",
    description:
      "Sends webhook_endpoint.test to an endpoint, regardless of its subscriptions. Needs webhooks:write and the Pro plan.",
    args: { endpointId: t.arg.id({ required: true, description: "The webhook endpoint." }) },
    resolve: (_query, _root, { endpointId }, ctx) => sendTestEvent(ctx, endpointId),
  }),
}))
