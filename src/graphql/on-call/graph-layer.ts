import type {
  RotationLayer as LayerRow,
  RotationRestriction as RestrictionRow,
} from "../../../prisma/generated/client.ts"
import { builder } from "../builder.ts"
import { writeTime } from "./fields.ts"
import { OnCallPerson } from "./graph-person.ts"

export const HandOverUnit = builder.enumType("HandOverUnit", {
  description: "What the turns of a layer are counted in.",
  values: {
    HOURS: { value: "hours", description: "Real hours from the start of the layer." },
    DAYS: { value: "days", description: "Days, at a local time whatever the clocks do." },
    WEEKS: { value: "weeks", description: "Weeks, on a weekday at a local time." },
  } as const,
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
  description: "When the turns of a layer change.",
  fields: (t) => ({
    unit: t.expose("handOverUnit", { type: HandOverUnit, description: "What is counted." }),
    every: t.exposeInt("handOverEvery", { description: "How many of the unit a turn lasts." }),
    time: t.string({
      nullable: true,
      description:
        "Local time such as 09:00; null for hours. Where the clocks skip it, the moment of the jump; where they repeat it, its first pass.",
      resolve: ({ handOverMinute }) => (handOverMinute === null ? null : writeTime(handOverMinute)),
    }),
    weekday: t.field({
      type: Weekday,
      nullable: true,
      description: "For weeks.",
      resolve: ({ handOverWeekday }) => handOverWeekday as WeekdayNumber | null,
    }),
  }),
})

const Restriction = builder.objectRef<RestrictionRow>("RotationRestriction").implement({
  description: "Local hours in which a layer counts: of each day, or of each week.",
  fields: (t) => ({
    startWeekday: t.field({
      type: Weekday,
      nullable: true,
      description: "Null for each day.",
      resolve: ({ startWeekday }) => startWeekday as WeekdayNumber | null,
    }),
    startTime: t.string({
      description: "Local time such as 18:00.",
      resolve: ({ startMinute }) => writeTime(startMinute),
    }),
    endWeekday: t.field({
      type: Weekday,
      nullable: true,
      description: "Null for each day.",
      resolve: ({ endWeekday }) => endWeekday as WeekdayNumber | null,
    }),
    endTime: t.string({
      description:
        "Local time such as 08:00; one that is not later than the start is of the next day.",
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
  description: "People who take turns.",
  authScopes: ({ projectId }) => ({
    may: { projectId, permission: "on_call:read", noun: "rotation" },
  }),
  fields: (t) => ({
    id: t.exposeID("id", {
      description: "UUID version 7; a saved rotation keeps those of each order.",
    }),
    order: t.exposeInt("order", { description: "Counts from 1; a higher one lies on top." }),
    name: t.exposeString("name", { description: "1 to 200 characters." }),
    startsAt: t.expose("startsAt", {
      type: "DateTime",
      description: "When it begins, in the first participant's turn.",
    }),
    endsAt: t.expose("endsAt", {
      type: "DateTime",
      nullable: true,
      description: "When it ends; null for never.",
    }),
    handOver: t.field({
      type: HandOver,
      description: "When the turns change.",
      resolve: (layer) => layer,
    }),
    participants: t.field({
      type: [OnCallPerson],
      nullable: { list: false, items: true },
      description:
        "Who takes turns, in order; null holds the place of an account that was deleted.",
      resolve: ({ projectId, participants }) =>
        participants.map(({ user }) => user && { projectId, userId: user.id, name: user.name }),
    }),
    restrictions: t.expose("restrictions", {
      type: [Restriction],
      description: "It counts only within these; always where there are none.",
    }),
  }),
})
