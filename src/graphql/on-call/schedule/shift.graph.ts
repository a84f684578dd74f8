import { builder } from "../../kernel/builder.ts"
import { valuesOf } from "../../kernel/values-of.ts"
import { OnCallPerson, peopleOf, personOf } from "./person.graph.ts"
import type { Shown } from "./list-shifts.ts"
import type { Gap, CoveredShift } from "./rules/rotation-rules.ts"
import { nameOf, explainMiss } from "./rules/on-call-words.ts"

const ShiftSource = builder.enumType("OnCallShiftSource", {
  description: "Where a shift comes from.",
  values: valuesOf({
    layer: "A turn in a layer.",
    calendar: "An event of the rotation's calendar.",
    override: "An override, or an accepted swap.",
  }),
})

export const MissReason = builder.enumType("OnCallGapReason", {
  description: "Why there is nobody to page.",
  values: valuesOf({
    uncovered: "No layer of the rotation applies.",
    nobody: "An override puts nobody on call.",
    left: "The person left the project.",
    deleted: "The named person, team, rotation or channel was deleted.",
    empty_team: "The team has no members.",
    unusable_channel: "The channel is unverified or disabled.",
  }),
})

export const OnCallShift = builder.objectRef<Shown<CoveredShift>>("OnCallShift").implement({
  description: "A period in which one person is on call.",
  fields: (t) => ({
    startsAt: t.field({
      type: "DateTime",
      description: "When it starts.",
      resolve: ({ shift }) => shift.from,
    }),
    endsAt: t.field({
      type: "DateTime",
      description: "When it ends.",
      resolve: ({ shift }) => shift.until,
    }),
    user: t.field({
      type: OnCallPerson,
      description: "The person on call.",
      resolve: ({ shift, plan }) => {
        const [person] = peopleOf([shift.userId], plan)
        if (person === undefined) throw new Error("The person on call has no name in the plan")
        return person
      },
    }),
    source: t.field({
      type: ShiftSource,
      description: "Where it comes from.",
      resolve: ({ shift }) => shift.source.kind,
    }),
    sourceId: t.id({
      description: "The layer, the calendar or the override.",
      resolve: ({ shift }) => shift.source.id,
    }),
  }),
})

const findingsOf = ({ shift, plan }: Shown<Gap>) => [
  explainMiss(shift.reason, nameOf(shift.userId, plan.names)),
]

export const OnCallGap = builder.objectRef<Shown<Gap>>("OnCallGap").implement({
  description: "A period in which nobody is on call.",
  fields: (t) => ({
    startsAt: t.field({
      type: "DateTime",
      description: "When it starts.",
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
    ...t.explained("text", "The reason as an English sentence.", findingsOf),
    user: t.field({
      type: OnCallPerson,
      nullable: true,
      description: "The scheduled person, if they left the project.",
      resolve: ({ shift, plan }) => personOf(shift.userId, plan),
    }),
  }),
})

export const isShift = (shown: Shown): shown is Shown<CoveredShift> => shown.shift.kind === "shift"
export const isGap = (shown: Shown): shown is Shown<Gap> => shown.shift.kind === "gap"
