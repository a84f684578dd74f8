import { builder } from "../builder.ts"
import type { Watched } from "../watch.ts"
import { watchIncidents } from "./watch.ts"

const IncidentChange = builder.objectRef<Watched<{ id: string }>>("IncidentChange").implement({
  description: "An incident as it now stands.",
  fields: (t) => ({
    isSnapshot: t.exposeBoolean("isSnapshot", {
      description: "True while the stream tells the state it opens with.",
    }),
    incident: t.prismaField({
      type: "Incident",
      description: "The incident, read at this moment.",
      resolve: (query, { row }, _args, { database }) =>
        database.prisma.incident.findUniqueOrThrow({ ...query, where: { id: row.id } }),
    }),
  }),
})

builder.subscriptionField("incidentChanged", (t) =>
  t.field({
    type: IncidentChange,
    description:
      "Opens with the open incidents (100 at most), then brings every incident that changes. Needs incidents:read.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      incidentId: t.arg.id({ description: "Only this incident, open or not." }),
    },
    subscribe: (_root, args, ctx) => watchIncidents(ctx, args),
    resolve: (change) => change,
  }),
)
