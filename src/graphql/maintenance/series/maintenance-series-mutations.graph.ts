import { builder } from "../../kernel/builder.ts"
import { omitNulls } from "../../kernel/input.ts"
import { rereadAs } from "../../kernel/reread.ts"
import { cancelSeries } from "./cancel-series.ts"
import { recurrenceArgs, RecurrenceUnit } from "./maintenance-series.graph.ts"
import { scheduleSeries } from "./schedule-series.ts"
import { updateSeries } from "./update-series.ts"

/** What an update clears with null. */
const clearable = ["monthDay", "monthWeek", "endsOn", "notifyBeforeMinutes"] as const

const reread = rereadAs("MaintenanceSeries")

builder.mutationFields((t) => ({
  scheduleMaintenanceSeries: t.prismaField({
    type: "MaintenanceSeries",
    description:
      "Schedules recurring windows; those of the next 90 days, at most 31, are created immediately. Needs maintenances:write.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      title: t.arg.string({ required: true, description: "1 to 200 characters." }),
      description: t.arg.string({ description: "At most 5,000 characters." }),
      ...recurrenceArgs,
      notifyBeforeMinutes: t.arg.int({
        description:
          "How long before a start subscribers are notified, 1 to 10,080; no notification by default.",
      }),
      notifyAtStart: t.arg.boolean({
        description: "Whether subscribers are notified of a start; true by default.",
      }),
      notifyAtEnd: t.arg.boolean({
        description: "Whether subscribers are notified of an end; true by default.",
      }),
      monitorIds: t.arg.idList({ description: "Monitors of the project, at most 1,000." }),
    },
    resolve: (query, _root, args, ctx) => reread(query, ctx, scheduleSeries(ctx, omitNulls(args))),
  }),
  updateMaintenanceSeries: t.prismaField({
    type: "MaintenanceSeries",
    description:
      "Updates a series and its future windows, except windows that were changed or cancelled individually. Needs maintenances:write.",
    args: {
      id: t.arg.id({ required: true, description: "The maintenance series." }),
      title: t.arg.string({ description: "1 to 200 characters." }),
      description: t.arg.string({ description: "At most 5,000 characters." }),
      timeZone: t.arg.string({ description: "An IANA time zone such as Europe/Berlin." }),
      unit: t.arg({
        type: RecurrenceUnit,
        description: "The unit of recurrence; requires its days.",
      }),
      every: t.arg.int({ description: "Up to 366 days, 52 weeks or 12 months." }),
      weekdays: t.arg.intList({ description: "1 is Monday." }),
      monthDay: t.arg.int({ description: "For months, 1 to 31, unless monthWeek is set." }),
      monthWeek: t.arg.int({ description: "For months, 1 to 4, or 5 for the last." }),
      startsOn: t.arg.string({ description: "The first local day, such as 2026-11-21." }),
      endsOn: t.arg.string({ description: "The last local day; null for no end." }),
      startTime: t.arg.string({ description: "Local time such as 02:00." }),
      durationMinutes: t.arg.int({ description: "1 to 10,080." }),
      notifyBeforeMinutes: t.arg.int({ description: "1 to 10,080; null for no notification." }),
      notifyAtStart: t.arg.boolean({ description: "Whether subscribers are notified of a start." }),
      notifyAtEnd: t.arg.boolean({ description: "Whether subscribers are notified of an end." }),
      monitorIds: t.arg.idList({ description: "Replaces its monitors, at most 1,000." }),
    },
    resolve: (query, _root, args, ctx) =>
      reread(query, ctx, updateSeries(ctx, omitNulls(args, ...clearable))),
  }),
  cancelMaintenanceSeries: t.prismaField({
    type: "MaintenanceSeries",
    description: "Cancels a series and its future windows. Needs maintenances:write.",
    args: { id: t.arg.id({ required: true, description: "The maintenance series." }) },
    resolve: (query, _root, args, ctx) => reread(query, ctx, cancelSeries(ctx, args.id)),
  }),
}))
