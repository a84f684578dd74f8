import { builder } from "../../kernel/builder.ts"
import type { Watched } from "../../live/watch.ts"
import { watchMaintenances } from "./watch-maintenance.ts"

const MaintenanceChange = builder
  .objectRef<Watched<{ id: string }>>("MaintenanceChange")
  .implement({
    description: "The current state of a maintenance.",
    fields: (t) => ({
      isSnapshot: t.exposeBoolean("isSnapshot", {
        description: "True for the initial snapshot of the stream.",
      }),
      maintenance: t.prismaField({
        type: "Maintenance",
        description: "The maintenance as of this event.",
        resolve: (query, { row }, _args, { database }) =>
          database.prisma.maintenance.findUniqueOrThrow({ ...query, where: { id: row.id } }),
      }),
    }),
  })

builder.subscriptionField("maintenanceChanged", (t) =>
  t.field({
    type: MaintenanceChange,
    description:
      "Starts with the current and upcoming maintenances (at most 100), then sends every one that changes, starts or ends. Needs maintenances:read.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      maintenanceId: t.arg.id({ description: "Only this maintenance, in any state." }),
    },
    subscribe: (_root, args, ctx) => watchMaintenances(ctx, args),
    resolve: (change) => change,
  }),
)
