import { builder } from "../builder.ts"
import { checkedPage, requireCursors } from "../cursor.ts"
import { writeTime } from "../on-call/fields.ts"
import { findSeries } from "./find.ts"

export const RecurrenceUnit = builder.enumType("RecurrenceUnit", {
  description: "What the windows of a series are counted in.",
  values: {
    DAYS: { value: "days", description: "Days." },
    WEEKS: { value: "weeks", description: "Weeks, on weekdays." },
    MONTHS: { value: "months", description: "Months, on a day or on one of its weekdays." },
  } as const,
})

const writeDay = (date: Date): string => date.toISOString().slice(0, 10)

const MaintenanceSeries = builder.prismaObject("MaintenanceSeries", {
  description: "Maintenance windows that come again by a wall clock.",
  authScopes: ({ projectId }) => ({
    may: { projectId, permission: "maintenances:read", noun: "maintenance series" },
  }),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    title: t.exposeString("title", { description: "What is done, in a few words." }),
    description: t.exposeString("description", { description: "What to expect meanwhile." }),
    timeZone: t.exposeString("timeZone", { description: "Whose wall clock counts." }),
    unit: t.expose("unit", { type: RecurrenceUnit, description: "What is counted." }),
    every: t.exposeInt("every", { description: "1 for each, 2 for every other, and so on." }),
    weekdays: t.exposeIntList("weekdays", {
      description: "1 is Monday; of each week that counts, or the one that monthWeek means.",
    }),
    monthDay: t.exposeInt("monthDay", {
      nullable: true,
      description: "The day of a month, in shorter months the last one; null where weekdays count.",
    }),
    monthWeek: t.exposeInt("monthWeek", {
      nullable: true,
      description: "Which of the month's weekdays, 1 to 4; 5 is the last.",
    }),
    startsOn: t.string({
      description: "Its first local day, such as 2026-11-21; counting begins there.",
      resolve: ({ startsOn }) => writeDay(startsOn),
    }),
    endsOn: t.string({
      nullable: true,
      description: "Its last local day; null for no end.",
      resolve: ({ endsOn }) => endsOn && writeDay(endsOn),
    }),
    startTime: t.string({
      description:
        "Local time such as 02:00. Where the clocks skip it, the moment of the jump; where they repeat it, its first pass.",
      resolve: ({ startMinute }) => writeTime(startMinute),
    }),
    durationMinutes: t.exposeInt("durationMinutes", {
      description: "How long each window lasts, whatever the clocks do.",
    }),
    notifyBeforeMinutes: t.exposeInt("notifyBeforeMinutes", {
      nullable: true,
      description: "How long before a start subscribers are told; null for not at all.",
    }),
    notifyAtStart: t.exposeBoolean("notifyAtStart", {
      description: "Whether subscribers are told when one begins.",
    }),
    notifyAtEnd: t.exposeBoolean("notifyAtEnd", {
      description: "Whether subscribers are told when one is over.",
    }),
    cancelledAt: t.expose("cancelledAt", {
      type: "DateTime",
      nullable: true,
      description: "When it was ended for good; null while it goes on.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was planned." }),
    updatedAt: t.expose("updatedAt", { type: "DateTime", description: "When it last changed." }),
    monitors: t.prismaField({
      type: ["Monitor"],
      description: "The monitors of its windows, by name, 1,000 at most. Needs monitors:read.",
      resolve: (query, { id }, _args, { database }) =>
        database.prisma.monitor.findMany({
          ...query,
          where: { maintenanceSeries: { some: { seriesId: id } }, deletedAt: null },
          orderBy: [{ name: "asc" }, { id: "asc" }],
        }),
    }),
    maintenances: t.prismaField({
      type: ["Maintenance"],
      description: "Its windows that are not over, earliest first, 50 at most.",
      resolve: (query, { id }, _args, { database }) =>
        database.prisma.maintenance.findMany({
          ...query,
          where: { seriesId: id, state: { in: ["scheduled", "ongoing"] } },
          orderBy: [{ startsAt: "asc" }, { id: "asc" }],
          take: 50,
        }),
    }),
  }),
})

builder.prismaObjectField("Maintenance", "series", (t) =>
  t.relation("series", {
    nullable: true,
    description: "The series that made it; null for one that was planned by itself.",
  }),
)

builder.prismaObjectField("Project", "maintenanceSeries", (t) =>
  t.relatedConnection("maintenanceSeries", {
    cursor: "id",
    description: "Its maintenance series, newest first. Needs maintenances:read.",
    authScopes: async ({ id }, page, { database }) => {
      await requireCursors(page, (row) =>
        database.prisma.maintenanceSeries.count({ where: { id: row, projectId: id } }),
      )
      return { may: { projectId: id, permission: "maintenances:read", noun: "project" } }
    },
    query: (args) => checkedPage(args, { orderBy: [{ createdAt: "desc" }, { id: "desc" }] }),
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
