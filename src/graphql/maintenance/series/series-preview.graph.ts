import { builder } from "../../kernel/builder.ts"
import { RecurrenceUnit } from "./maintenance-series.graph.ts"
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
      timeZone: t.arg.string({
        required: true,
        description: "An IANA time zone such as Europe/Berlin.",
      }),
      unit: t.arg({ type: RecurrenceUnit, required: true, description: "The unit of recurrence." }),
      every: t.arg.int({ description: "Up to 366 days, 52 weeks or 12 months; 1 by default." }),
      weekdays: t.arg.intList({
        description: "1 is Monday. One or more for weeks; exactly one with monthWeek.",
      }),
      monthDay: t.arg.int({ description: "For months, 1 to 31, unless monthWeek is set." }),
      monthWeek: t.arg.int({
        description: "For months, which of the weekdays: 1 to 4, or 5 for the last.",
      }),
      startsOn: t.arg.string({
        required: true,
        description: "The first local day, such as 2026-11-21.",
      }),
      endsOn: t.arg.string({ description: "The last local day; no end by default." }),
      startTime: t.arg.string({ required: true, description: "Local time such as 02:00." }),
      durationMinutes: t.arg.int({ required: true, description: "1 to 10,080." }),
    },
    resolve: (_root, args, ctx) => previewSeries(ctx, { ...args, every: args.every ?? undefined }),
  }),
)
