import { builder } from "../../kernel/builder.ts"
import { Uptime } from "../../monitoring/check/check-uptime.graph.ts"
import { Correction } from "../../monitoring/correction/correction.graph.ts"
import { openReport } from "./open-report.ts"
import type { ReportRow, UptimeReport as Value } from "./read-report.ts"

const UptimeReportRow = builder.objectRef<ReportRow>("UptimeReportRow").implement({
  description: "A monitor in an uptime report.",
  fields: (t) => ({
    monitorId: t.exposeID("id", { description: "The monitor." }),
    name: t.exposeString("name", {
      description: "Its name; in a report of a status page, its display name.",
    }),
    groupName: t.exposeString("groupName", {
      nullable: true,
      description: "Its group on the status page; null without one.",
    }),
    uptime: t.expose("uptime", { type: Uptime, description: "Its uptime in the month so far." }),
    days: t.field({
      type: [Uptime],
      description: "Its uptime on each day of the month so far, in the project's time zone.",
      resolve: (row) => row.days(),
    }),
    incidentCount: t.exposeInt("incidentCount", {
      description: "Incidents of the monitor that touch the month.",
    }),
  }),
})

const UptimeReport = builder.objectRef<Value>("UptimeReport").implement({
  description: "Uptime of a project's monitors in one month, with the incidents behind it.",
  fields: (t) => ({
    month: t.exposeString("month", { description: "The month, such as 2026-11." }),
    timeZone: t.exposeString("timeZone", {
      description: "The project's time zone, in which the month begins and ends.",
    }),
    projectName: t.exposeString("projectName", { description: "The project's name." }),
    scopeName: t.exposeString("scopeName", {
      nullable: true,
      description: "Name of the label or status page; null for all monitors.",
    }),
    total: t.expose("total", {
      type: Uptime,
      description:
        "All monitors of the report together; its coverage is of the time since each was created.",
    }),
    monitorCount: t.exposeInt("monitorCount", { description: "How many monitors it covers." }),
    rows: t.field({
      type: [UptimeReportRow],
      description:
        "Its monitors, at most 200: in the order of the status page, otherwise the lowest uptime first.",
      resolve: ({ rows }) => rows,
    }),
    incidentCount: t.exposeInt("incidentCount", {
      description: "Incidents of these monitors that touch the month.",
    }),
    corrections: t.field({
      type: [Correction],
      description: "What people left out of these figures, oldest first, at most 100.",
      resolve: ({ correctionIds }, _args, { database }) =>
        database.prisma.correction.findMany({
          where: { id: { in: correctionIds } },
          orderBy: [{ startsAt: "asc" }, { id: "asc" }],
        }),
    }),
    incidents: t.prismaField({
      type: ["Incident"],
      description: "These incidents, oldest first, at most 100.",
      resolve: async (query, { incidents }, _args, { database }) => {
        const ids = incidents.map(({ id }) => id)
        const where = { id: { in: ids } }
        const found = await database.prisma.incident.findMany({ ...query, where })
        const byId = new Map(found.map((one) => [one.id, one]))
        return ids.flatMap((id) => byId.get(id) ?? [])
      },
    }),
  }),
})

builder.prismaObjectField("Project", "uptimeReport", (t) =>
  t.field({
    type: UptimeReport,
    description:
      "The uptime report of a month in the project's time zone: of all monitors, or of those with a label or on a status page. Needs monitors:read and incidents:read, and status_pages:read for a page.",
    args: {
      month: t.arg.string({ required: true, description: "A month such as 2026-11." }),
      labelId: t.arg.id({ description: "Only monitors with this label." }),
      statusPageId: t.arg.id({ description: "Only monitors on this status page." }),
    },
    resolve: ({ id: projectId }, args, ctx) => openReport(ctx, { projectId, ...args }),
  }),
)
