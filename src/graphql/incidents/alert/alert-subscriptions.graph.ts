import { builder } from "../../kernel/builder.ts"
import type { Watched } from "../../live/watch.ts"
import { watchAlerts } from "./watch-alert.ts"

const AlertChange = builder.objectRef<Watched<{ id: string }>>("AlertChange").implement({
  description: "The current state of an alert.",
  fields: (t) => ({
    isSnapshot: t.exposeBoolean("isSnapshot", {
      description: "True for the initial snapshot of the stream.",
    }),
    alert: t.prismaField({
      type: "Alert",
      description: "The alert as of this event.",
      resolve: (query, { row }, _args, { database }) =>
        database.prisma.alert.findUniqueOrThrow({ ...query, where: { id: row.id } }),
    }),
  }),
})

builder.subscriptionField("alertChanged", (t) =>
  t.field({
    type: AlertChange,
    description:
      "Starts with the open alerts (at most 100), then sends every alert that changes. Needs alerts:read.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      alertId: t.arg.id({ description: "Only this alert, open or not." }),
    },
    subscribe: (_root, args, ctx) => watchAlerts(ctx, args),
    resolve: (change) => change,
  }),
)
