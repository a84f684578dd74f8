import { builder } from "../builder.ts"
import type { Watched } from "../watch.ts"
import { watchOnCall } from "./watch.ts"

const OnCallChange = builder.objectRef<Watched<{ id: string }>>("OnCallChange").implement({
  description: "A project in which somebody else may be on call.",
  fields: (t) => ({
    isSnapshot: t.exposeBoolean("isSnapshot", {
      description: "True while the stream tells the state it opens with.",
    }),
    project: t.prismaField({
      type: "Project",
      description: "The project, to read from it what is of interest, at this moment.",
      resolve: (query, { row }, _args, { database }) =>
        database.prisma.project.findUniqueOrThrow({ ...query, where: { id: row.id } }),
    }),
  }),
})

builder.subscriptionField("onCallChanged", (t) =>
  t.field({
    type: OnCallChange,
    description:
      "Opens with the project, then brings it again at each hand-over, and when a policy, rotation, override, swap or team changes. Needs on_call:read.",
    args: { projectId: t.arg.id({ required: true, description: "The project." }) },
    subscribe: (_root, args, ctx) => watchOnCall(ctx, args),
    resolve: (change) => change,
  }),
)
