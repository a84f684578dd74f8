import { builder } from "../builder.ts"
import type { Watched } from "../watch.ts"
import { watchStatusPages } from "./watch.ts"

const StatusPageChange = builder.objectRef<Watched<{ id: string }>>("StatusPageChange").implement({
  description: "A status page as it now stands.",
  fields: (t) => ({
    isSnapshot: t.exposeBoolean("isSnapshot", {
      description: "True while the stream tells the state it opens with.",
    }),
    statusPage: t.prismaField({
      type: "StatusPage",
      description: "The page, read at this moment.",
      resolve: (query, { row }, _args, { database }) =>
        database.prisma.statusPage.findUniqueOrThrow({ ...query, where: { id: row.id } }),
    }),
  }),
})

builder.subscriptionField("statusPageChanged", (t) =>
  t.field({
    type: StatusPageChange,
    description:
      "Opens with the project's status pages (100 at most), then brings every page whose words, groups, resources or order change. Needs status_pages:read.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      statusPageId: t.arg.id({ description: "Only this page." }),
    },
    subscribe: (_root, args, ctx) => watchStatusPages(ctx, args),
    resolve: (change) => change,
  }),
)
