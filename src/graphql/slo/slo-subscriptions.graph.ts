import { builder } from "../kernel/builder.ts"
import type { Watched } from "../live/watch.ts"
import { watchSlos, type SloEvent } from "./watch-slos.ts"

const SloChange = builder.objectRef<Watched<SloEvent>>("SloChange").implement({
  description: "The current state of an SLO.",
  fields: (t) => ({
    isSnapshot: t.exposeBoolean("isSnapshot", {
      description: "True for the initial snapshot of the stream.",
    }),
    sloId: t.id({ description: "Which one.", resolve: ({ row }) => row.id }),
    slo: t.prismaField({
      type: "Slo",
      nullable: true,
      description: "The SLO as of this event; null if it was deleted.",
      resolve: (query, { row }, _args, { database }) =>
        row.isDeleted ? null : database.prisma.slo.findUnique({ ...query, where: { id: row.id } }),
    }),
  }),
})

builder.subscriptionField("sloChanged", (t) =>
  t.field({
    type: SloChange,
    description:
      "Sends every SLO that is evaluated or changed; for a single one, starts with its state. Needs monitors:read.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      sloId: t.arg.id({ description: "Only this SLO." }),
    },
    subscribe: (_root, args, ctx) => watchSlos(ctx, args),
    resolve: (change) => change,
  }),
)
