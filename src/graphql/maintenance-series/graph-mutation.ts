import { builder } from "../builder.ts"
import { cancelSeries } from "./cancel.ts"
import { RecurrenceUnit } from "./graph.ts"
import { scheduleSeries } from "./schedule.ts"
import { updateSeries } from "./update.ts"

builder.mutationFields((t) => ({
  scheduleMaintenanceSeries: t.prismaField({
    type: "MaintenanceSeries",
    description:
      "Plans windows that come again; those of the next 90 days, 31 at most, are made at once. Needs maintenances:write.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      title: t.arg.string({ required: true, description: "1 to 200 characters." }),
      description: t.arg.string({ description: "At most 5,000 characters." }),
      timeZone: t.arg.string({
        required: true,
        description: "An IANA time zone such as Europe/Berlin.",
      }),
      unit: t.arg({ type: RecurrenceUnit, required: true, description: "What to count." }),
      every: t.arg.int({
        description: "Up to 366 days, 52 weeks or 12 months; 1 where absent.",
      }),
      weekdays: t.arg.intList({
        description: "1 is Monday. For weeks, one or more; beside monthWeek, one.",
      }),
      monthDay: t.arg.int({ description: "For months, 1 to 31; or else monthWeek." }),
      monthWeek: t.arg.int({
        description: "For months, which of its weekdays: 1 to 4, or 5 for the last.",
      }),
      startsOn: t.arg.string({
        required: true,
        description: "The first local day, such as 2026-11-21.",
      }),
      endsOn: t.arg.string({ description: "The last local day; no end where absent." }),
      startTime: t.arg.string({ required: true, description: "Local time such as 02:00." }),
      durationMinutes: t.arg.int({ required: true, description: "1 to 10,080." }),
      notifyBeforeMinutes: t.arg.int({
        description: "How long before a start subscribers are told, 1 to 10,080; not where absent.",
      }),
      notifyAtStart: t.arg.boolean({
        description: "Whether subscribers are told of a start; true where absent.",
      }),
      notifyAtEnd: t.arg.boolean({
        description: "Whether subscribers are told of an end; true where absent.",
      }),
      monitorIds: t.arg.idList({ description: "Monitors of the project, 1,000 at most." }),
    },
    resolve: async (query, _root, args, ctx) => {
      const { id } = await scheduleSeries(ctx, {
        ...args,
        description: args.description ?? undefined,
        every: args.every ?? undefined,
        monthDay: args.monthDay ?? null,
        monthWeek: args.monthWeek ?? null,
        endsOn: args.endsOn ?? null,
        notifyBeforeMinutes: args.notifyBeforeMinutes ?? null,
        notifyAtStart: args.notifyAtStart ?? undefined,
        notifyAtEnd: args.notifyAtEnd ?? undefined,
        monitorIds: args.monitorIds ?? undefined,
      })
      return ctx.database.prisma.maintenanceSeries.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  updateMaintenanceSeries: t.prismaField({
    type: "MaintenanceSeries",
    description:
      "Changes a series and its windows that have not begun; those that were changed or cancelled by themselves stay. Needs maintenances:write.",
    args: {
      id: t.arg.id({ required: true, description: "The maintenance series." }),
      title: t.arg.string({ description: "1 to 200 characters." }),
      description: t.arg.string({ description: "At most 5,000 characters." }),
      timeZone: t.arg.string({ description: "An IANA time zone such as Europe/Berlin." }),
      unit: t.arg({ type: RecurrenceUnit, description: "What to count; give its days with it." }),
      every: t.arg.int({ description: "Up to 366 days, 52 weeks or 12 months." }),
      weekdays: t.arg.intList({ description: "1 is Monday." }),
      monthDay: t.arg.int({ description: "For months, 1 to 31; or else monthWeek." }),
      monthWeek: t.arg.int({ description: "For months, 1 to 4, or 5 for the last." }),
      startsOn: t.arg.string({ description: "The first local day, such as 2026-11-21." }),
      endsOn: t.arg.string({ description: "The last local day; null for no end." }),
      startTime: t.arg.string({ description: "Local time such as 02:00." }),
      durationMinutes: t.arg.int({ description: "1 to 10,080." }),
      notifyBeforeMinutes: t.arg.int({ description: "1 to 10,080; null for not at all." }),
      notifyAtStart: t.arg.boolean({ description: "Whether subscribers are told of a start." }),
      notifyAtEnd: t.arg.boolean({ description: "Whether subscribers are told of an end." }),
      monitorIds: t.arg.idList({ description: "All its monitors from now on, 1,000 at most." }),
    },
    resolve: async (query, _root, args, ctx) => {
      const { id } = await updateSeries(ctx, {
        ...args,
        title: args.title ?? undefined,
        description: args.description ?? undefined,
        timeZone: args.timeZone ?? undefined,
        unit: args.unit ?? undefined,
        every: args.every ?? undefined,
        weekdays: args.weekdays ?? undefined,
        startsOn: args.startsOn ?? undefined,
        startTime: args.startTime ?? undefined,
        durationMinutes: args.durationMinutes ?? undefined,
        notifyAtStart: args.notifyAtStart ?? undefined,
        notifyAtEnd: args.notifyAtEnd ?? undefined,
        monitorIds: args.monitorIds ?? undefined,
      })
      return ctx.database.prisma.maintenanceSeries.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  cancelMaintenanceSeries: t.prismaField({
    type: "MaintenanceSeries",
    description:
      "Ends a series for good with its windows that have not begun. Needs maintenances:write.",
    args: { id: t.arg.id({ required: true, description: "The maintenance series." }) },
    resolve: async (query, _root, args, ctx) => {
      const { id } = await cancelSeries(ctx, args.id)
      return ctx.database.prisma.maintenanceSeries.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
}))
