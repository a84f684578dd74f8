import fc from "fast-check"
import type {
  HandOver,
  Layer,
  Override,
  Restriction,
  Rotation,
  Shift,
} from "../../../src/graphql/on-call/schedule/rules/rotation-rules.ts"

/** Rotations for tests of the rules: written manually, generated, and simulated minute by minute. */

export const minuteMs = 60_000
export const dayMs = 86_400_000
export const utc = (text: string) => new Date(`${text}Z`)

export const zones = [
  "UTC",
  "Europe/Berlin",
  "Europe/London",
  "America/Chicago",
  "America/New_York",
  "America/St_Johns",
  "America/Santiago",
  "Australia/Lord_Howe",
  "Pacific/Auckland",
  "Pacific/Chatham",
  "Asia/Tehran",
  "Asia/Kathmandu",
  "Antarctica/Troll",
]

export const makeLayer = (members: Partial<Layer> = {}): Layer => ({
  id: "layer",
  startsAt: utc("2026-01-01T00:00"),
  endsAt: null,
  handOver: { unit: "days", every: 1, minute: 9 * 60 },
  participants: ["ada", "bo"],
  restrictions: [],
  ...members,
})

export const makeRotation = (members: Partial<Rotation> = {}): Rotation => ({
  id: "rotation",
  name: "Primary",
  timeZone: "Europe/Berlin",
  layers: [makeLayer()],
  overrides: [],
  calendar: null,
  members: new Set(["ada", "bo", "cy"]),
  ...members,
})

/** A shift as one line: the person or the reason for a gap, and its start in UTC. */
export const describeShifts = (shifts: Shift[]): string[] =>
  shifts.map(
    (shift) =>
      `${shift.from.toISOString().slice(0, 16)} ${shift.kind === "shift" ? shift.userId : `(${shift.reason})`}`,
  )

const wholeMinutes = (min: string, max: string) =>
  fc
    .integer({ min: utc(min).getTime() / minuteMs, max: utc(max).getTime() / minuteMs })
    .map((minutes) => new Date(minutes * minuteMs))

const minute = fc.integer({ min: 0, max: 1439 })
const weekday = fc.integer({ min: 1, max: 7 })
const person = fc.constantFrom("ada", "bo", "cy", "gone", null)

const handOver: fc.Arbitrary<HandOver> = fc.oneof(
  fc.record({ unit: fc.constant("hours" as const), every: fc.integer({ min: 1, max: 40 }) }),
  fc.record({
    unit: fc.constant("days" as const),
    every: fc.integer({ min: 1, max: 9 }),
    minute: fc.oneof(minute, fc.integer({ min: 60, max: 200 })),
  }),
  fc.record({
    unit: fc.constant("weeks" as const),
    every: fc.integer({ min: 1, max: 3 }),
    minute,
    weekday,
  }),
)

const restriction: fc.Arbitrary<Restriction> = fc
  .oneof(
    fc.record({ kind: fc.constant("daily" as const), startMinute: minute, endMinute: minute }),
    fc.record({
      kind: fc.constant("weekly" as const),
      startWeekday: weekday,
      startMinute: minute,
      endWeekday: weekday,
      endMinute: minute,
    }),
  )
  .filter((one) => one.startMinute !== one.endMinute)

const layer: fc.Arbitrary<Layer> = fc.record({
  id: fc.uuid(),
  startsAt: wholeMinutes("2025-06-01T00:00", "2026-12-01T00:00"),
  endsAt: fc.option(wholeMinutes("2026-03-01T00:00", "2027-06-01T00:00")),
  handOver,
  participants: fc.array(person, { minLength: 1, maxLength: 5 }),
  restrictions: fc.array(restriction, { maxLength: 3 }),
})

/** Days near a clock change of some zone of the list, and one without any. */
const changeDays = [
  "2026-03-08",
  "2026-03-29",
  "2026-04-05",
  "2026-09-06",
  "2026-09-27",
  "2026-10-04",
  "2026-10-25",
  "2026-11-01",
  "2026-07-01",
]

/** A time within two days of such a day. */
export const moment = fc
  .tuple(fc.constantFrom(...changeDays), fc.integer({ min: -2 * 1440, max: 2 * 1440 }))
  .map(([day, minutes]) => new Date(utc(`${day}T00:00`).getTime() + minutes * minuteMs))

const override: fc.Arbitrary<Override> = fc
  .record({
    id: fc.uuid(),
    startsAt: moment,
    minutes: fc.integer({ min: 1, max: 3000 }),
    userId: person,
    isNobody: fc.boolean(),
  })
  .map(({ minutes, startsAt, ...one }) => ({
    ...one,
    userId: one.isNobody ? null : one.userId,
    startsAt,
    endsAt: new Date(startsAt.getTime() + minutes * minuteMs),
  }))

export const anyRotation: fc.Arbitrary<Rotation> = fc
  .record({
    timeZone: fc.constantFrom(...zones),
    layers: fc.array(layer, { maxLength: 3 }),
    overrides: fc.array(override, { maxLength: 3 }),
  })
  .map((members) => makeRotation(members))

const formats = new Map<string, Intl.DateTimeFormat>()

/** Local time, computed only with Intl. */
export function wallOf(timeZone: string, moment: number): number {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
    })
  formats.set(timeZone, format)
  const part = Object.fromEntries(
    format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]),
  ) as Record<"year" | "month" | "day" | "hour" | "minute", number>
  return Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute)
}

/**
 * Who is on call at each minute of a window, computed naively with a clock that is never set back, only held: a
 * hand-over happens once it shows the time, and it jumps when the clocks jump.
 */
export function minuteByMinute(rotation: Rotation, from: Date, minutes: number): string[] {
  const found: string[] = []
  const clock = heldClock(rotation.timeZone, from.getTime())
  const starts = rotation.layers.map(({ startsAt }) =>
    heldClock(rotation.timeZone, startsAt.getTime())(startsAt.getTime()),
  )
  for (let at = 0; at < minutes; at += 1) {
    const now = from.getTime() + at * minuteMs
    const wall = clock(now)
    let holder = "(uncovered)"
    for (const [index, layer] of rotation.layers.entries()) {
      const isOver = layer.endsAt !== null && now >= layer.endsAt.getTime()
      if (now < layer.startsAt.getTime() || isOver) continue
      if (!isAllowed(layer.restrictions, wall)) continue
      const turn = stepAt(layer, starts[index] ?? 0, now, wall)
      holder = say(layer.participants[turn % layer.participants.length] ?? null, rotation)
    }
    for (const one of rotation.overrides) {
      if (one.startsAt.getTime() > now || one.endsAt.getTime() <= now) continue
      holder = one.isNobody ? "(nobody)" : say(one.userId, rotation)
    }
    found.push(holder)
  }
  return found
}

const say = (userId: string | null, { members }: Rotation) =>
  userId === null ? "(deleted)" : members.has(userId) ? userId : "(left)"

/**
 * The latest local time shown so far. No zone sets its clocks back by more than three hours, or at a time that is not
 * a quarter of an hour.
 */
function heldClock(timeZone: string, from: number) {
  const quarterMs = 15 * minuteMs
  let most = -Infinity
  let walked = from - 180 * minuteMs
  let quarter = Number.NaN
  let shown = 0
  return (now: number): number => {
    for (; walked <= now; walked += minuteMs) {
      const begun = Math.floor(walked / quarterMs) * quarterMs
      if (begun !== quarter) shown = wallOf(timeZone, begun)
      quarter = begun
      most = Math.max(most, shown + walked - begun)
    }
    return most
  }
}

function stepAt({ handOver, startsAt }: Layer, startWall: number, now: number, wall: number) {
  if (handOver.unit === "hours") {
    return Math.floor((now - startsAt.getTime()) / (handOver.every * 60 * minuteMs))
  }
  let first = Math.floor(startWall / dayMs) * dayMs + handOver.minute * minuteMs
  const isHandOver = (one: number) =>
    handOver.unit === "days" || (new Date(one).getUTCDay() || 7) === handOver.weekday
  while (first > startWall || !isHandOver(first)) first -= dayMs
  const days = handOver.every * (handOver.unit === "weeks" ? 7 : 1)
  return Math.floor((wall - first) / (days * dayMs))
}

const isBetween = (at: number, start: number, end: number) =>
  start < end ? start <= at && at < end : at >= start || at < end

function isAllowed(restrictions: Restriction[], wall: number): boolean {
  const minuteOfDay = (wall % dayMs) / minuteMs
  const minuteOfWeek = ((new Date(wall).getUTCDay() || 7) - 1) * 1440 + minuteOfDay
  return (
    restrictions.length === 0 ||
    restrictions.some((one) =>
      one.kind === "daily"
        ? isBetween(minuteOfDay, one.startMinute, one.endMinute)
        : isBetween(
            minuteOfWeek,
            (one.startWeekday - 1) * 1440 + one.startMinute,
            (one.endWeekday - 1) * 1440 + one.endMinute,
          ),
    )
  )
}
