import type {
  RotationLayer as LayerRow,
  RotationRestriction as RestrictionRow,
} from "../../../../prisma/generated/client.ts"
import { builder } from "../../kernel/builder.ts"
import { valuesOf } from "../../kernel/values-of.ts"
import { mayOf } from "../../kernel/row-access.ts"
import { writeTime } from "../on-call-fields.ts"
import { OnCallPerson } from "../schedule/person.graph.ts"

export const HandOverUnit = builder.enumType("HandOverUnit", {
  description: "The unit of a layer's shift length.",
  values: valuesOf({
    hours: "Elapsed hours from the start of the layer.",
    days: "Days, with hand-over at a local time.",
    weeks: "Weeks, with hand-over on a weekday at a local time.",
  }),
})

export const Weekday = builder.enumType("Weekday", {
  description: "A day of the week.",
  values: {
    MONDAY: { value: 1, description: "Monday." },
    TUESDAY: { value: 2, description: "Tuesday." },
    WEDNESDAY: { value: 3, description: "Wednesday." },
    THURSDAY: { value: 4, description: "Thursday." },
    FRIDAY: { value: 5, description: "Friday." },
    SATURDAY: { value: 6, description: "Saturday." },
    SUNDAY: { value: 7, description: "Sunday." },
  } as const,
})

type WeekdayNumber = (typeof Weekday)["$inferType"]

const HandOver = builder.objectRef<LayerRow>("HandOver").implement({
  description: "When a layer hands over to the next person.",
  fields: (t) => ({
    unit: t.expose("handOverUnit", {
      type: HandOverUnit,
      description: "The unit of the shift length.",
    }),
    every: t.exposeInt("handOverEvery", { description: "The shift length in units." }),
    time: t.string({
      nullable: true,
      description:
        "Local time such as 09:00; null for hours. If a clock change skips it, the time of the change; if one repeats it, its first occurrence.",
      resolve: ({ handOverMinute }) => (handOverMinute === null ? null : writeTime(handOverMinute)),
    }),
    weekday: t.field({
      type: Weekday,
      nullable: true,
      description: "Only for weeks.",
      resolve: ({ handOverWeekday }) => handOverWeekday as WeekdayNumber | null,
    }),
  }),
})

const Restriction = builder.objectRef<RestrictionRow>("RotationRestriction").implement({
  description: "Local hours in which a layer is active, each day or each week.",
  fields: (t) => ({
    startWeekday: t.field({
      type: Weekday,
      nullable: true,
      description: "Null if it applies every day.",
      resolve: ({ startWeekday }) => startWeekday as WeekdayNumber | null,
    }),
    startTime: t.string({
      description: "Local time such as 18:00.",
      resolve: ({ startMinute }) => writeTime(startMinute),
    }),
    endWeekday: t.field({
      type: Weekday,
      nullable: true,
      description: "Null if it applies every day.",
      resolve: ({ endWeekday }) => endWeekday as WeekdayNumber | null,
    }),
    endTime: t.string({
      description:
        "Local time such as 08:00. If it is not later than the start, it is on the next day.",
      resolve: ({ endMinute }) => writeTime(endMinute),
    }),
  }),
})

type LayerView = LayerRow & {
  projectId: string
  participants: { user: { id: string; name: string } | null }[]
  restrictions: RestrictionRow[]
}

export const RotationLayer = builder.objectRef<LayerView>("RotationLayer").implement({
  description: "A layer: people who take turns.",
  authScopes: ({ projectId }) => mayOf(projectId, "on_call:read", "rotation"),
  fields: (t) => ({
    id: t.exposeID("id", {
      description: "UUID version 7; stable per order when the rotation is saved.",
    }),
    order: t.exposeInt("order", { description: "Starts at 1; higher layers take precedence." }),
    name: t.exposeString("name", { description: "1 to 200 characters." }),
    startsAt: t.expose("startsAt", {
      type: "DateTime",
      description: "When it starts, with the first participant's shift.",
    }),
    endsAt: t.expose("endsAt", {
      type: "DateTime",
      nullable: true,
      description: "When it ends; null if it does not.",
    }),
    handOver: t.field({
      type: HandOver,
      description: "When it hands over.",
      resolve: (layer) => layer,
    }),
    participants: t.field({
      type: [OnCallPerson],
      nullable: { list: false, items: true },
      description: "Participants in order; null in place of a deleted account.",
      resolve: ({ projectId, participants }) =>
        participants.map(({ user }) => user && { projectId, userId: user.id, name: user.name }),
    }),
    restrictions: t.expose("restrictions", {
      type: [Restriction],
      description: "It is active only within these; always if empty.",
    }),
  }),
})
