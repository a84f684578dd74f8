import { builder } from "../../kernel/builder.ts"
import {
  openOnCallReport,
  type OnCallReport as Report,
  type ReportPerson,
  type ReportRotation,
  type RotationShare,
} from "./read-on-call-report.ts"

const hours = (ms: number) => ms / 3_600_000
const seconds = (ms: number | null) => (ms === null ? null : ms / 1000)

const OnCallReportPerson = builder.objectRef<ReportPerson>("OnCallReportPerson").implement({
  description:
    "What on-call duty meant for one person. Nights and weekends are in their time zone.",
  fields: (t) => ({
    userId: t.exposeID("userId", { description: "The user id, the same in every project." }),
    name: t.exposeString("name", { description: "The person's name." }),
    timeZone: t.exposeString("timeZone", {
      description: "Time zone of their account, else of the project.",
    }),
    pages: t.exposeInt("pages", { description: "How often they were paged at once." }),
    nightPages: t.exposeInt("nightPages", {
      description: "Of these, between 22:00 and 7:00.",
    }),
    weekendPages: t.exposeInt("weekendPages", {
      description: "Of these, on a Saturday or Sunday.",
    }),
    interruptions: t.exposeInt("interruptions", {
      description: "Pages that came at least 15 minutes after the one before.",
    }),
    nightsWoken: t.exposeInt("nightsWoken", { description: "Nights with at least one page." }),
    hours: t.float({
      description: "Hours on call in rotations, with overrides and swaps.",
      resolve: ({ ms }) => hours(ms),
    }),
    nightHours: t.float({
      description: "Of these, between 22:00 and 7:00.",
      resolve: ({ nightMs }) => hours(nightMs),
    }),
    weekendHours: t.float({
      description: "Of these, on a Saturday or Sunday.",
      resolve: ({ weekendMs }) => hours(weekendMs),
    }),
    plannedHours: t.float({
      description: "Hours on call without overrides and swaps.",
      resolve: ({ plannedMs }) => hours(plannedMs),
    }),
  }),
})

const OnCallReportShare = builder.objectRef<RotationShare>("OnCallReportShare").implement({
  description: "One person's part of a rotation.",
  fields: (t) => ({
    userId: t.exposeID("userId", { description: "The user id." }),
    name: t.exposeString("name", { description: "The person's name." }),
    hours: t.float({
      description: "Hours on call, with overrides and swaps.",
      resolve: ({ ms }) => hours(ms),
    }),
    nightHours: t.float({
      description: "Of these, between 22:00 and 7:00 in the person's time zone.",
      resolve: ({ nightMs }) => hours(nightMs),
    }),
    weekendHours: t.float({
      description: "Of these, on a Saturday or Sunday.",
      resolve: ({ weekendMs }) => hours(weekendMs),
    }),
    plannedHours: t.float({
      description: "Hours on call without overrides and swaps.",
      resolve: ({ plannedMs }) => hours(plannedMs),
    }),
    evenHours: t.float({
      description: "What each person of the rotation would have if all had the same.",
      resolve: ({ evenMs }) => hours(evenMs),
    }),
  }),
})

const OnCallReportRotation = builder.objectRef<ReportRotation>("OnCallReportRotation").implement({
  description: "How the hours of a rotation were divided.",
  fields: (t) => ({
    id: t.exposeID("id", { description: "The rotation." }),
    name: t.exposeString("name", { description: "Its name." }),
    people: t.expose("people", {
      type: [OnCallReportShare],
      description: "Its people, most hours first.",
    }),
  }),
})

const OnCallReport = builder.objectRef<Report>("OnCallReport").implement({
  description:
    "Who was paged and on call in a span of the past. Shifts follow from rotations as they are now.",
  fields: (t) => ({
    from: t.expose("from", { type: "DateTime", description: "Start of the span." }),
    to: t.expose("to", { type: "DateTime", description: "End of the span; never in the future." }),
    alerts: t.exposeInt("alerts", { description: "Alerts about which somebody was paged." }),
    acknowledged: t.exposeInt("acknowledged", {
      description: "How many of them were acknowledged.",
    }),
    resolved: t.exposeInt("resolved", { description: "How many of them are over." }),
    mttaSeconds: t.float({
      nullable: true,
      description: "Mean time from the trigger to the acknowledgement; null without any.",
      resolve: ({ mttaMs }) => seconds(mttaMs),
    }),
    mttrSeconds: t.float({
      nullable: true,
      description: "Mean time from the trigger to the end; null without any.",
      resolve: ({ mttrMs }) => seconds(mttrMs),
    }),
    pages: t.exposeInt("pages", { description: "Pages of people that were sent at once." }),
    nightPages: t.exposeInt("nightPages", {
      description: "Of these, between 22:00 and 7:00 in the zone of the person.",
    }),
    interruptions: t.exposeInt("interruptions", {
      description: "Interruptions of all people together.",
    }),
    nightsWoken: t.exposeInt("nightsWoken", {
      description: "Nights with a page, of all people together.",
    }),
    pagesByHour: t.exposeIntList("byHour", {
      description: "24 counts of pages by the hour of the day, in the zone of the person.",
    }),
    people: t.expose("people", {
      type: [OnCallReportPerson],
      description: "Everybody who was paged or on call, most pages first.",
    }),
    rotations: t.expose("rotations", {
      type: [OnCallReportRotation],
      description: "The rotations, by name.",
    }),
  }),
})

builder.prismaObjectField("Project", "onCallReport", (t) =>
  t.field({
    type: OnCallReport,
    description:
      "Pages, response times and hours on call in a span of at most 366 days. Needs on_call:read and alerts:read.",
    args: {
      from: t.arg({ type: "DateTime", required: true, description: "The start." }),
      to: t.arg({
        type: "DateTime",
        required: true,
        description: "The end; a time in the future means now.",
      }),
      policyId: t.arg.id({ description: "Only pages of this policy and its rotations." }),
      teamId: t.arg.id({ description: "Only members of this team." }),
    },
    resolve: ({ id }, args, ctx) => openOnCallReport(ctx, id, args),
  }),
)
