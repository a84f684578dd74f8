import { builder } from "../../kernel/builder.ts"
import type { Watched } from "../../live/watch.ts"
import { watchIncidents } from "./watch-incident.ts"

const IncidentChange = builder.objectRef<Watched<{ id: string }>>("IncidentChange").implement({
  description: "The current state of an incident.",
  fields: (t) => ({
    isSnapshot: t.exposeBoolean("isSnapshot", {
      description: "True for the initial snapshot of the stream.",
    }),
    incident: t.prismaField({
      type: "Incident",
      description: "The incident as of this event.",
      resolve: (query, { row }, _args, { database }) =>
        database.prisma.incident.findUniqueOrThrow({ ...query, where: { id: row.id } }),
    }),
  }),
})

builder.subscriptionField("incidentChanged", (t) =>
  t.field({
    type: IncidentChange,
    description:
      "Starts with the open incidents (at most 100), then sends every incident that changes. Needs incidents:read.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      incidentId: t.arg.id({ description: "Only this incident, open or not." }),
    },
    subscribe: (_root, args, ctx) => watchIncidents(ctx, args),
    resolve: (change) => change,
  }),
)
