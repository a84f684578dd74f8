import { builder } from "../../kernel/builder.ts"
import { mayOf } from "../../kernel/row-access.ts"
import { omitNulls } from "../../kernel/input.ts"
import { rereadAs } from "../../kernel/reread.ts"
import { relationPage } from "../../kernel/connection.graph.ts"
import { byTime, keysetOf } from "../../kernel/prisma-keyset.ts"
import { Member } from "../../workspace/member/member.graph.ts"
import { exports, isExport } from "../data-export/exports.ts"
import { exportNames } from "./report-attachments.ts"
import { createReportSchedule } from "./create-report-schedule.ts"
import { deleteReportSchedule } from "./delete-report-schedule.ts"
import { setTimeZone } from "./set-time-zone.ts"
import { updateReportSchedule } from "./update-report-schedule.ts"

const nameOf = (name: string) => name.toUpperCase().replace("-", "_")

const ReportAttachment = builder.enumType("ReportAttachment", {
  description: "Rows that a report attaches, with the columns of exports.",
  values: Object.fromEntries(
    exportNames.map((value) => [
      nameOf(value),
      { value, description: `${exports[value].title}: ${exports[value].about}` },
    ]),
  ),
})

builder.prismaObject("ReportSchedule", {
  description: "An uptime report that is mailed each month.",
  authScopes: ({ projectId }) => mayOf(projectId, "project:write", "report"),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    label: t.relation("label", {
      nullable: true,
      description: "The label whose monitors it covers; null for another scope.",
    }),
    statusPage: t.relation("statusPage", {
      nullable: true,
      description: "The status page that it covers; null for another scope.",
    }),
    members: t.field({
      type: [Member],
      description: "Members who get it, at the address of their account.",
      select: (_args, _ctx, nested) => ({
        recipients: { select: { member: nested(true) } },
      }),
      resolve: ({ recipients }) => recipients.flatMap(({ member }) => member ?? []),
    }),
    addresses: t.stringList({
      description: "Other addresses that get it; each can unsubscribe by a link in the mail.",
      select: { recipients: { select: { address: true } } },
      resolve: ({ recipients }) => recipients.flatMap(({ address }) => address ?? []),
    }),
    attachments: t.field({
      type: [ReportAttachment],
      description: "Rows of the month that its mails attach as CSV.",
      resolve: ({ attachments }) => attachments.filter(isExport),
    }),
    month: t.exposeString("month", { description: "The month of the next report." }),
    sendAt: t.expose("sendAt", {
      type: "DateTime",
      description: "When it is mailed: at 8:00 on the first day after it.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was created." }),
  }),
})

builder.prismaObjectFields("Project", (t) => ({
  timeZone: t.exposeString("timeZone", {
    description: "Time zone of its reports, such as Europe/Berlin.",
  }),
  reportSchedules: relationPage(t, "reportSchedules", {
    order: keysetOf("report-schedules", { createdAt: byTime }),
    description: "Uptime reports that are mailed each month, oldest first. Needs project:write.",
    authScopes: ({ id }) => mayOf(id, "project:write", "project"),
  }),
}))

const rereadProject = rereadAs("Project")
const rereadReportSchedule = rereadAs("ReportSchedule")

builder.mutationFields((t) => {
  const recipients = {
    memberIds: t.arg.idList({ description: "Members who get it, by membership; at most 50." }),
    addresses: t.arg.stringList({ description: "Other e-mail addresses; at most 50." }),
    attachments: t.arg({
      type: [ReportAttachment],
      description:
        "Rows to attach as CSV. A status page has uptime and outages, a label also incidents and alerts.",
    }),
  }
  return {
    createReportSchedule: t.prismaField({
      type: "ReportSchedule",
      description:
        "Mails an uptime report each month, of all monitors unless a label or a status page is given. Needs project:write and the permissions to read what it shows.",
      args: {
        projectId: t.arg.id({ required: true, description: "The project." }),
        labelId: t.arg.id({ description: "Only monitors with this label." }),
        statusPageId: t.arg.id({ description: "Only monitors on this status page." }),
        ...recipients,
      },
      resolve: (query, _root, args, ctx) =>
        rereadReportSchedule(query, ctx, createReportSchedule(ctx, omitNulls(args))),
    }),
    updateReportSchedule: t.prismaField({
      type: "ReportSchedule",
      description:
        "Replaces the recipients of a monthly report, and what it attaches unless that is omitted. Needs project:write and the permissions to read what it shows.",
      args: { id: t.arg.id({ required: true, description: "The report." }), ...recipients },
      resolve: (query, _root, args, ctx) =>
        rereadReportSchedule(query, ctx, updateReportSchedule(ctx, omitNulls(args))),
    }),
    deleteReportSchedule: t.id({
      description: "Stops mailing a monthly report and returns its id. Needs project:write.",
      args: { id: t.arg.id({ required: true, description: "The report." }) },
      resolve: (_root, args, ctx) => deleteReportSchedule(ctx, args.id),
    }),
    setProjectTimeZone: t.prismaField({
      type: "Project",
      description:
        "Sets the time zone in which a project's reports begin and end. Needs project:write.",
      args: {
        projectId: t.arg.id({ required: true, description: "The project." }),
        timeZone: t.arg.string({ required: true, description: "IANA name: Europe/Berlin." }),
      },
      resolve: (query, _root, args, ctx) => rereadProject(query, ctx, setTimeZone(ctx, args)),
    }),
  }
})
