import { builder } from "../../kernel/builder.ts"
import type { Watched } from "../../live/watch.ts"
import { watchStatusPages } from "./watch-status-page.ts"

const StatusPageChange = builder.objectRef<Watched<{ id: string }>>("StatusPageChange").implement({
  description: "The current state of a status page.",
  fields: (t) => ({
    isSnapshot: t.exposeBoolean("isSnapshot", {
      description: "True for the initial snapshot of the stream.",
    }),
    statusPage: t.prismaField({
      type: "StatusPage",
      description: "The page as of this event.",
      resolve: (query, { row }, _args, { database }) =>
        database.prisma.statusPage.findUniqueOrThrow({ ...query, where: { id: row.id } }),
    }),
  }),
})

builder.subscriptionField("statusPageChanged", (t) =>
  t.field({
    type: StatusPageChange,
    description:
      "Starts with the project's status pages (at most 100), then sends every page whose text, groups, resources or order change. Needs status_pages:read.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      statusPageId: t.arg.id({ description: "Only this page." }),
    },
    subscribe: (_root, args, ctx) => watchStatusPages(ctx, args),
    resolve: (change) => change,
  }),
)
