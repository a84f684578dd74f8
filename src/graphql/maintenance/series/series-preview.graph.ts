import { builder } from "../../kernel/builder.ts"
import { omitNulls } from "../../kernel/input.ts"
import { recurrenceArgs } from "./maintenance-series.graph.ts"
import { previewSeries } from "./preview-series.ts"
import type { Occurrence } from "./rules/recurrence.ts"

const MaintenanceDate = builder.objectRef<Occurrence>("MaintenanceDate").implement({
  description: "A window that a series would have.",
  fields: (t) => ({
    startsAt: t.expose("startsAt", { type: "DateTime", description: "When it starts." }),
    endsAt: t.expose("endsAt", { type: "DateTime", description: "When it ends." }),
  }),
})

builder.queryField("maintenanceSeriesDates", (t) =>
  t.field({
    type: [MaintenanceDate],
    description:
      "The next six windows of a series with these settings; saves nothing. Needs maintenances:read.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      ...recurrenceArgs,
    },
    resolve: (_root, args, ctx) => previewSeries(ctx, omitNulls(args)),
  }),
)
