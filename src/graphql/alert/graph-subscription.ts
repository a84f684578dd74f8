import { builder } from "../builder.ts"
import type { Watched } from "../watch.ts"
import { watchAlerts } from "./watch.ts"

const AlertChange = builder.objectRef<Watched<{ id: string }>>("AlertChange").implement({
  description: "An alert as it now stands.",
  fields: (t) => ({
    isSnapshot: t.exposeBoolean("isSnapshot", {
      description: "True while the stream tells the state it opens with.",
    }),
    alert: t.prismaField({
      type: "Alert",
      description: "The alert, read at this moment.",
      resolve: (query, { row }, _args, { database }) =>
        database.prisma.alert.findUniqueOrThrow({ ...query, where: { id: row.id } }),
    }),
  }),
})

builder.subscriptionField("alertChanged", (t) =>
  t.field({
    type: AlertChange,
    description:
      "Opens with the open alerts (100 at most), then brings every alert that changes. Needs alerts:read.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      alertId: t.arg.id({ description: "Only this alert, open or not." }),
    },
    subscribe: (_root, args, ctx) => watchAlerts(ctx, args),
    resolve: (change) => change,
  }),
)
