import { builder } from "../../kernel/builder.ts"
import { valuesOf } from "../../kernel/values-of.ts"
import { mayOf } from "../../kernel/row-access.ts"
import { relationPage } from "../../kernel/connection.graph.ts"
import { byTime, keysetOf } from "../../kernel/prisma-keyset.ts"
import { shownAddress } from "./subscriber-address.ts"
import { removeSubscriber } from "./remove-subscriber.ts"

const SubscriberKind = builder.enumType("SubscriberKind", {
  description: "How a status page notifies a subscriber.",
  values: valuesOf({
    email: "By e-mail.",
    webhook: "By a POST of JSON.",
    slack: "By an incoming webhook of Slack.",
    web_push: "By notifications of a browser.",
  }),
})

builder.prismaObject("StatusPageSubscriber", {
  description: "A subscriber of a status page.",
  include: { page: { select: { projectId: true } } },
  authScopes: ({ page: { projectId } }) => mayOf(projectId, "status_pages:write", "subscriber"),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    kind: t.expose("kind", { type: SubscriberKind, description: "How they are notified." }),
    address: t.string({
      description:
        "The e-mail address or URL; for a browser, the host of its push service and the end of its URL.",
      resolve: (subscriber, _args, { vault }) => shownAddress(vault, subscriber),
    }),
    isWholePage: t.exposeBoolean("isWholePage", {
      description: "False if only some components are selected.",
    }),
    resources: t.prismaField({
      type: ["StatusPageResource"],
      description: "The components that were chosen, in the order of the page.",
      resolve: (query, { id }, _args, { database }) =>
        database.prisma.statusPageResource.findMany({
          ...query,
          where: { subscribers: { some: { subscriberId: id } } },
          orderBy: [{ order: "asc" }, { id: "asc" }],
        }),
    }),
    language: t.exposeString("language", {
      description: "Language of their notices, such as en or de.",
    }),
    confirmedAt: t.expose("confirmedAt", {
      type: "DateTime",
      nullable: true,
      description: "When they confirmed; null before, while they get no notices.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When they subscribed." }),
  }),
})

builder.prismaObjectField("StatusPage", "subscribers", (t) =>
  relationPage(t, "subscribers", {
    order: keysetOf("subscribers", { createdAt: byTime }, { isDescending: true }),
    description: "Subscribers of the page, newest first. Needs status_pages:write.",
    authScopes: ({ projectId }) => mayOf(projectId, "status_pages:write", "status page"),
    // Prisma joins the counts of many pages into one query.
    totalCount: async ({ id }, { database }) => {
      const page = await database.prisma.statusPage.findUniqueOrThrow({
        where: { id },
        select: { _count: { select: { subscribers: true } } },
      })
      return page._count.subscribers
    },
  }),
)

builder.mutationField("removeStatusPageSubscriber", (t) =>
  t.id({
    description:
      "Deletes a subscriber, cancels its queued notices and returns its id. Needs status_pages:write.",
    args: { id: t.arg.id({ required: true, description: "The subscriber." }) },
    resolve: (_root, { id }, ctx) => removeSubscriber(ctx, id),
  }),
)
