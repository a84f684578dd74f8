import { readFindings } from "../../../findings/finding.ts"
import { builder } from "../../kernel/builder.ts"
import { valuesOf } from "../../kernel/values-of.ts"
import { mayOf } from "../../kernel/row-access.ts"
import { rereadAs } from "../../kernel/reread.ts"
import { readWarnings } from "./read-unnamed.ts"
import { calendarFinding, type CalendarWarning } from "./rules/calendar-warning.ts"
import { removeCalendar, setCalendar } from "./set-calendar.ts"

const WarningKind = builder.enumType("RotationCalendarWarningKind", {
  description: "Why shifts of a calendar do not count.",
  values: valuesOf({
    names_nobody: "The event names no member.",
    unreadable: "The event cannot be read.",
    unknown_time_zone: "Nothing tells the offsets of the event's time zone.",
    without_end: "The event has neither end nor duration.",
    too_long: "The event is longer than 366 days.",
    too_often: "The event repeats too often.",
    too_many: "The calendar has more than 5,000 occurrences.",
    superseded: "Another revision of the event has a higher SEQUENCE.",
  }),
})

const CalendarWarningType = builder
  .objectRef<CalendarWarning>("RotationCalendarWarning")
  .implement({
    description: "Shifts of a calendar that do not count.",
    fields: (t) => ({
      kind: t.expose("kind", { type: WarningKind, description: "Why." }),
      subject: t.exposeString("subject", {
        description: "The title of the event, the time zone, or the time from which on.",
      }),
      count: t.exposeInt("count", { description: "How many events." }),
      ...t.explainedByOne("text", "The same in English.", calendarFinding),
    }),
  })

const RotationCalendar = builder.prismaObject("RotationCalendar", {
  description:
    "An external calendar whose events define who is on call. They take precedence over layers; overrides take precedence over them. An event's person is the first attendee who is a member, or else the member whose address or name is in its title.",
  include: { rotation: { select: { projectId: true } } },
  authScopes: ({ rotation: { projectId } }) => mayOf(projectId, "on_call:read", "calendar"),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    hint: t.exposeString("hint", {
      description: "Its host and the end of its URL. The full URL is a secret.",
    }),
    fetchedAt: t.expose("fetchedAt", {
      type: "DateTime",
      nullable: true,
      description: "When it was last fetched successfully; null if never.",
    }),
    ...t.explainedOrNull(
      "lastError",
      "Why the last fetch failed, in English; the previous events stay in effect.",
      ({ lastFindings, lastError }) => readFindings(lastFindings, lastError),
      { data: "lastFindings" },
    ),
    warnings: t.field({
      type: [CalendarWarningType],
      description:
        "What did not count when it was last synced. Owners get a notice when the first one appears.",
      resolve: ({ warnings }) => readWarnings(warnings),
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was created." }),
  }),
})

builder.prismaObjectField("Rotation", "calendar", (t) =>
  t.relation("calendar", {
    type: RotationCalendar,
    nullable: true,
    description: "The external calendar that also defines who is on call.",
  }),
)

const reread = rereadAs("RotationCalendar")

builder.mutationFields((t) => ({
  setRotationCalendar: t.prismaField({
    type: RotationCalendar,
    description:
      "Sets the iCal URL that defines who is on call; replaces any other. It is fetched every 15 minutes. Needs on_call:write.",
    args: {
      rotationId: t.arg.id({ required: true, description: "The rotation." }),
      url: t.arg.string({ required: true, description: "Starts with https:// or webcal://." }),
    },
    resolve: (query, _root, { rotationId, url }, ctx) =>
      reread(query, ctx, setCalendar(ctx, rotationId, { url })),
  }),
  removeRotationCalendar: t.id({
    description:
      "Removes the external calendar and returns the rotation's id. Needs on_call:write.",
    args: { rotationId: t.arg.id({ required: true, description: "The rotation." }) },
    resolve: (_root, { rotationId }, ctx) => removeCalendar(ctx, rotationId),
  }),
}))
