import { builder } from "../../kernel/builder.ts"
import type { Watched } from "../../live/watch.ts"
import { watchOnCall } from "./watch-on-call.ts"

const OnCallChange = builder.objectRef<Watched<{ id: string }>>("OnCallChange").implement({
  description: "A project whose on-call data may have changed.",
  fields: (t) => ({
    isSnapshot: t.exposeBoolean("isSnapshot", {
      description: "True for the initial state of the stream.",
    }),
    project: t.prismaField({
      type: "Project",
      description: "The project in its current state.",
      resolve: (query, { row }, _args, { database }) =>
        database.prisma.project.findUniqueOrThrow({ ...query, where: { id: row.id } }),
    }),
  }),
})

builder.subscriptionField("onCallChanged", (t) =>
  t.field({
    type: OnCallChange,
    description:
      "Sends the project, then again at each hand-over and when a policy, rotation, override, swap or team changes. Needs on_call:read.",
    args: { projectId: t.arg.id({ required: true, description: "The project." }) },
    subscribe: (_root, args, ctx) => watchOnCall(ctx, args),
    resolve: (change) => change,
  }),
)
