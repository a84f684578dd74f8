import { builder } from "../builder.ts"
import { OnCallPerson, peopleOf, personOf } from "./graph-person.ts"
import type { Shown } from "./list-shifts.ts"
import type { Gap, Held } from "./rotation.ts"
import { nameOf, sayReason } from "./words.ts"

const ShiftSource = builder.enumType("OnCallShiftSource", {
  description: "What puts somebody on call.",
  values: {
    LAYER: { value: "layer", description: "A turn in a layer." },
    CALENDAR: { value: "calendar", description: "An event of the rotation's calendar." },
    OVERRIDE: { value: "override", description: "An override, or an accepted swap." },
  } as const,
})

export const MissReason = builder.enumType("OnCallGapReason", {
  description: "Why nobody is reached.",
  values: {
    UNCOVERED: { value: "uncovered", description: "No layer of the rotation counts then." },
    NOBODY: { value: "nobody", description: "An override puts nobody on call." },
    LEFT: { value: "left", description: "The person is no longer a member of the project." },
    DELETED: { value: "deleted", description: "What was named has been deleted." },
    EMPTY_TEAM: { value: "empty_team", description: "The team has no members." },
    UNUSABLE_ROOM: {
      value: "unusable_room",
      description: "The channel is not verified, or not enabled.",
    },
  } as const,
})

export const OnCallShift = builder.objectRef<Shown<Held>>("OnCallShift").implement({
  description: "A time in which one person is on call.",
  fields: (t) => ({
    startsAt: t.field({
      type: "DateTime",
      description: "When it begins.",
      resolve: ({ shift }) => shift.from,
    }),
    endsAt: t.field({
      type: "DateTime",
      description: "When it ends.",
      resolve: ({ shift }) => shift.until,
    }),
    user: t.field({
      type: OnCallPerson,
      description: "Who is on call.",
      resolve: ({ shift, plan }) => {
        const [person] = peopleOf([shift.userId], plan)
        if (person === undefined) throw new Error("whoever is on call is a member with a name")
        return person
      },
    }),
    source: t.field({
      type: ShiftSource,
      description: "What puts the person on call.",
      resolve: ({ shift }) => shift.source.kind,
    }),
    sourceId: t.id({
      description: "The layer, the calendar or the override.",
      resolve: ({ shift }) => shift.source.id,
    }),
  }),
})

export const OnCallGap = builder.objectRef<Shown<Gap>>("OnCallGap").implement({
  description: "A time in which nobody is on call.",
  fields: (t) => ({
    startsAt: t.field({
      type: "DateTime",
      description: "When it begins.",
      resolve: ({ shift }) => shift.from,
    }),
    endsAt: t.field({
      type: "DateTime",
      description: "When it ends.",
      resolve: ({ shift }) => shift.until,
    }),
    reason: t.field({
      type: MissReason,
      description: "Why nobody is on call.",
      resolve: ({ shift }) => shift.reason,
    }),
    text: t.string({
      description: "The same in a sentence.",
      resolve: ({ shift, plan }) => sayReason(shift.reason, nameOf(shift.userId, plan.names)),
    }),
    user: t.field({
      type: OnCallPerson,
      nullable: true,
      description: "Whose turn it would be: somebody who left the project.",
      resolve: ({ shift, plan }) => personOf(shift.userId, plan),
    }),
  }),
})

export const isHeld = (shown: Shown): shown is Shown<Held> => shown.shift.kind === "shift"
export const isGap = (shown: Shown): shown is Shown<Gap> => shown.shift.kind === "gap"
