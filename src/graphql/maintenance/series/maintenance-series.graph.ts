import { builder } from "../../kernel/builder.ts"
import { valuesOf } from "../../kernel/values-of.ts"
import { mayOf } from "../../kernel/row-access.ts"
import { relationPage } from "../../kernel/connection.graph.ts"
import { maintenanceScope } from "../../kernel/monitor-scope.ts"
import { byTime, keysetOf } from "../../kernel/prisma-keyset.ts"
import { writeTime } from "../../on-call/on-call-fields.ts"
import { findSeries } from "./find-series.ts"

export const RecurrenceUnit = builder.enumType("RecurrenceUnit", {
  description: "Unit of recurrence.",
  values: valuesOf({
    days: "Days.",
    weeks: "Weeks, on weekdays.",
    months: "Months, on a day or on one of its weekdays.",
  }),
})

/** When the windows of a series are. */
export const recurrenceArgs = builder.args((t) => ({
  timeZone: t.string({ required: true, description: "An IANA time zone such as Europe/Berlin." }),
  unit: t.field({ type: RecurrenceUnit, required: true, description: "The unit of recurrence." }),
  every: t.int({ description: "Up to 366 days, 52 weeks or 12 months; 1 by default." }),
  weekdays: t.intList({
    description: "1 is Monday. One or more for weeks; exactly one with monthWeek.",
  }),
  monthDay: t.int({ description: "For months, 1 to 31, unless monthWeek is set." }),
  monthWeek: t.int({
    description: "For months, which of the weekdays: 1 to 4, or 5 for the last.",
  }),
  startsOn: t.string({ required: true, description: "The first local day, such as 2026-11-21." }),
  endsOn: t.string({ description: "The last local day; no end by default." }),
  startTime: t.string({ required: true, description: "Local time such as 02:00." }),
  durationMinutes: t.int({ required: true, description: "1 to 10,080." }),
}))

const writeDay = (date: Date): string => date.toISOString().slice(0, 10)

const MaintenanceSeries = builder.prismaObject("MaintenanceSeries", {
  description: "Recurring maintenance windows in a local time zone.",
  authScopes: ({ id, projectId }) =>
    mayOf(projectId, "maintenances:read", "maintenance series", { type: "series", id }),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    title: t.exposeString("title", { description: "Short summary of the work." }),
    description: t.exposeString("description", {
      description: "What to expect during the maintenance.",
    }),
    timeZone: t.exposeString("timeZone", { description: "IANA time zone of its local times." }),
    unit: t.expose("unit", { type: RecurrenceUnit, description: "Unit of recurrence." }),
    every: t.exposeInt("every", { description: "1 for every unit, 2 for every other, and so on." }),
    weekdays: t.exposeIntList("weekdays", {
      description:
        "1 is Monday. Applies to each week of the recurrence, or to the week that monthWeek selects.",
    }),
    monthDay: t.exposeInt("monthDay", {
      nullable: true,
      description: "Day of the month, or the last day of shorter months; null if weekdays apply.",
    }),
    monthWeek: t.exposeInt("monthWeek", {
      nullable: true,
      description: "Which of the month's weekdays, 1 to 4; 5 is the last.",
    }),
    startsOn: t.string({
      description: "The first local day, such as 2026-11-21; recurrence counts from it.",
      resolve: ({ startsOn }) => writeDay(startsOn),
    }),
    endsOn: t.string({
      nullable: true,
      description: "The last local day; null for no end.",
      resolve: ({ endsOn }) => endsOn && writeDay(endsOn),
    }),
    startTime: t.string({
      description:
        "Local time such as 02:00. If a clock change skips it, the moment of the change; if it occurs twice, the first time.",
      resolve: ({ startMinute }) => writeTime(startMinute),
    }),
    durationMinutes: t.exposeInt("durationMinutes", {
      description: "Length of each window, unaffected by clock changes.",
    }),
    notifyBeforeMinutes: t.exposeInt("notifyBeforeMinutes", {
      nullable: true,
      description: "How long before a start subscribers are notified; null for no notification.",
    }),
    notifyAtStart: t.exposeBoolean("notifyAtStart", {
      description: "Whether subscribers are notified when one begins.",
    }),
    notifyAtEnd: t.exposeBoolean("notifyAtEnd", {
      description: "Whether subscribers are notified when one ends.",
    }),
    cancelledAt: t.expose("cancelledAt", {
      type: "DateTime",
      nullable: true,
      description: "When it was cancelled; null while it is active.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was created." }),
    updatedAt: t.expose("updatedAt", { type: "DateTime", description: "When it last changed." }),
    monitors: t.prismaField({
      type: ["Monitor"],
      description: "The monitors of its windows, by name, at most 1,000. Needs monitors:read.",
      resolve: (query, { id }, _args, { database }) =>
        database.prisma.monitor.findMany({
          ...query,
          where: { maintenanceSeries: { some: { seriesId: id } }, deletedAt: null },
          orderBy: [{ name: "asc" }, { id: "asc" }],
        }),
    }),
    maintenances: t.prismaField({
      type: ["Maintenance"],
      description: "Its current and future windows, earliest first, at most 50.",
      resolve: async (query, { id, projectId }, _args, { access, database }) =>
        database.prisma.maintenance.findMany({
          ...query,
          where: {
            ...maintenanceScope(await access.limit(projectId)),
            seriesId: id,
            state: { in: ["scheduled", "ongoing"] },
          },
          orderBy: [{ startsAt: "asc" }, { id: "asc" }],
          take: 50,
        }),
    }),
  }),
})

builder.prismaObjectField("Maintenance", "series", (t) =>
  t.relation("series", {
    nullable: true,
    description: "The series it belongs to; null for a single window.",
  }),
)

builder.prismaObjectField("Project", "maintenanceSeries", (t) =>
  relationPage(t, "maintenanceSeries", {
    order: keysetOf("maintenance-series", { createdAt: byTime }, { isDescending: true }),
    description: "Its maintenance series, newest first. Needs maintenances:read.",
    authScopes: ({ id }) => mayOf(id, "maintenances:read", "project", "within"),
    seen: ({ id: projectId }, rows, { access }) =>
      access.allSeen(projectId, rows, ({ id }) => ({ type: "series", id })),
  }),
)

builder.queryField("maintenanceSeries", (t) =>
  t.prismaField({
    type: MaintenanceSeries,
    nullable: true,
    description: "One maintenance series. Needs maintenances:read.",
    args: { id: t.arg.id({ required: true, description: "The maintenance series." }) },
    resolve: (_query, _root, { id }, ctx) => findSeries(ctx, id, "maintenances:read"),
  }),
)
