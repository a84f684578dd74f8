import type { VariablesOf } from "../graphql.ts"
import type { LayerView, RotationPreview, RotationView } from "./rotation-documents.ts"
import { plusDays } from "../ui/calendar-span.ts"

export type LayerInput = VariablesOf<typeof RotationPreview>["layers"][number]
export type Weekday = NonNullable<LayerView["handOver"]["weekday"]>
export type Unit = LayerView["handOver"]["unit"]

/** A layer as it is edited, with numbers as typed and times as ISO 8601. */
export type DraftLayer = {
  id: string
  name: string
  startsAt: string
  endsAt: string | null
  unit: Unit
  every: string
  time: string
  weekday: Weekday
  /** In the order of their turns; `id` differs for a person who is named twice. */
  people: { id: string; userId: string; name: string }[]
  restrictions: DraftRestriction[]
}

export type DraftRestriction = {
  id: string
  startWeekday: Weekday | null
  startTime: string
  endWeekday: Weekday | null
  endTime: string
}

export const newLayer = (at: number): DraftLayer => ({
  id: crypto.randomUUID(),
  name: at === 0 ? "Weekly" : `Layer ${at + 1}`,
  startsAt: new Date(plusDays(Date.now(), 0)).toISOString(),
  endsAt: null,
  unit: "WEEKS",
  every: "1",
  time: "09:00",
  weekday: "MONDAY",
  people: [],
  restrictions: [],
})

export const newRestriction = (isWeekly: boolean): DraftRestriction => ({
  id: crypto.randomUUID(),
  startWeekday: isWeekly ? "MONDAY" : null,
  startTime: "09:00",
  endWeekday: isWeekly ? "FRIDAY" : null,
  endTime: "17:00",
})

/** Deleted accounts are left out: the server accepts only members. */
export const draftOf = ({ layers }: RotationView): DraftLayer[] =>
  layers.map(({ handOver, participants, restrictions, ...layer }) => ({
    ...layer,
    unit: handOver.unit,
    every: String(handOver.every),
    time: handOver.time ?? "09:00",
    weekday: handOver.weekday ?? "MONDAY",
    people: participants.flatMap((person) =>
      person?.isMember === true
        ? [{ id: crypto.randomUUID(), userId: person.id, name: person.name }]
        : [],
    ),
    restrictions: restrictions.map((one) => ({ id: crypto.randomUUID(), ...one })),
  }))

export const inputOf = (layer: DraftLayer): LayerInput => ({
  name: layer.name,
  startsAt: layer.startsAt,
  endsAt: layer.endsAt,
  handOver: {
    unit: layer.unit,
    every: Number(layer.every) || 0,
    time: layer.unit === "HOURS" ? null : layer.time,
    weekday: layer.unit === "WEEKS" ? layer.weekday : null,
  },
  participantIds: layer.people.map(({ userId }) => userId),
  restrictions: layer.restrictions.map(({ id: _id, ...one }) => one),
})

export const weekdays: readonly Weekday[] = [
  "MONDAY",
  "TUESDAY",
  "WEDNESDAY",
  "THURSDAY",
  "FRIDAY",
  "SATURDAY",
  "SUNDAY",
]

export const dayInWords = (day: string): string => day.charAt(0) + day.slice(1).toLowerCase()

/** "Every week, Monday 09:00". */
export function handOverInWords({ unit, every, time, weekday }: LayerView["handOver"]): string {
  const one = { HOURS: "hour", DAYS: "day", WEEKS: "week" }[unit]
  const often = every === 1 ? `Every ${one}` : `Every ${every} ${one}s`
  if (unit === "HOURS") return often
  return `${often}, ${weekday === null ? "" : `${dayInWords(weekday)} `}${time ?? ""}`
}

/** "Monday 09:00 to Friday 17:00", "daily 18:00 to 08:00". */
export const restrictionInWords = (one: LayerView["restrictions"][number]): string =>
  one.startWeekday === null || one.endWeekday === null
    ? `daily ${one.startTime} to ${one.endTime}`
    : `${dayInWords(one.startWeekday)} ${one.startTime} to ${dayInWords(one.endWeekday)} ${one.endTime}`
