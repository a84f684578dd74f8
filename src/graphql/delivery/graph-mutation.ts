import { builder } from "../builder.ts"
import { sendTestEvent } from "../webhook/send-test.ts"
import { replayDeliveriesSince } from "./replay-since.ts"
import { replayDelivery } from "./replay.ts"

builder.mutationField("replayDelivery", (t) =>
  t.prismaField({
    type: "Delivery",
    description:
      "Sends what an endpoint or channel was owed again, now, under the same id. To an endpoint it is the same text, and needs webhooks:write and the Pro plan; over a channel it needs on_call:write, or to write what a notice tells of: members, pages or endpoints.",
    args: { id: t.arg.id({ required: true, description: "The delivery." }) },
    resolve: (_query, _root, { id }, ctx) => replayDelivery(ctx, id),
  }),
)

builder.mutationField("replayDeliveriesSince", (t) =>
  t.int({
    description:
      "Sends all that an endpoint was owed since a time again, except tests; answers how many. Needs webhooks:write and the Pro plan.",
    args: {
      endpointId: t.arg.id({ required: true, description: "The webhook endpoint." }),
      since: t.arg({
        type: "DateTime",
        required: true,
        description: "Deliveries of this time and later.",
      }),
      deadOnly: t.arg.boolean({
        description: "True takes only those that were given up; else those that arrived, too.",
      }),
    },
    resolve: (_root, { endpointId, since, deadOnly }, ctx) =>
      replayDeliveriesSince(ctx, endpointId, { since, deadOnly: deadOnly ?? undefined }),
  }),
)

builder.mutationField("sendTestEvent", (t) =>
  t.prismaField({
    type: "Delivery",
    description:
      "Sends webhook_endpoint.test to an endpoint, whatever it is subscribed to. Needs webhooks:write and the Pro plan.",
    args: { endpointId: t.arg.id({ required: true, description: "The webhook endpoint." }) },
    resolve: (_query, _root, { endpointId }, ctx) => sendTestEvent(ctx, endpointId),
  }),
)
