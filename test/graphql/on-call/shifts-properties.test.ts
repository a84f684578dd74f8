import fc from "fast-check"
import { expect, test } from "vitest"
import { gapsOf, onCallAt, shiftsOf } from "../../../src/graphql/on-call/schedule/rules/shifts.ts"
import type { Shift } from "../../../src/graphql/on-call/schedule/rules/rotation-rules.ts"
import {
  anyRotation,
  dayMs,
  makeLayer,
  makeRotation,
  minuteByMinute,
  minuteMs,
  moment,
  utc,
  wallOf,
  zones,
} from "./rotations.ts"

const span = fc.integer({ min: 1, max: 4 * 1440 })
const after = (from: Date, minutes: number) => new Date(from.getTime() + minutes * minuteMs)
const clip = (shift: Shift, from: Date, until: Date): Shift => ({
  ...shift,
  from: shift.from < from ? from : shift.from,
  until: shift.until > until ? until : shift.until,
})
const holderOf = (shift: Shift) => (shift.kind === "shift" ? shift.userId : `(${shift.reason})`)
const at = (shifts: Shift[], time: Date) =>
  shifts.find(({ from, until }) => from <= time && time < until)

test("every moment of any window is in exactly one shift or gap", () => {
  fc.assert(
    fc.property(anyRotation, moment, span, (rotation, from, minutes) => {
      const until = after(from, minutes)
      const shifts = shiftsOf(rotation, from, until)
      const borders = [from, ...shifts.map((shift) => shift.until)]
      expect(shifts.map((shift) => shift.from)).toEqual(borders.slice(0, -1))
      expect(borders.at(-1)).toEqual(until)
      expect(shifts.every((shift) => shift.from < shift.until)).toBe(true)
      const gaps = shifts.filter(({ kind }) => kind === "gap")
      expect(gapsOf(rotation, from, until)).toEqual(gaps)
    }),
    { numRuns: 300 },
  )
})

test("shifts equal those of a minute-by-minute simulation of the wall clock", () => {
  fc.assert(
    fc.property(anyRotation, moment, (rotation, from) => {
      const minutes = 2 * 1440
      const shifts = shiftsOf(rotation, from, after(from, minutes))
      const found = shifts.flatMap((shift) => {
        const length = (shift.until.getTime() - shift.from.getTime()) / minuteMs
        return Array.from({ length }, () => holderOf(shift))
      })
      expect(found).toEqual(minuteByMinute(rotation, from, minutes))
    }),
    { numRuns: 150 },
  )
})

test("the requested window does not change the result", () => {
  fc.assert(
    fc.property(anyRotation, moment, span, span, (rotation, from, before, minutes) => {
      const until = after(from, minutes)
      const wide = shiftsOf(rotation, after(from, -before), after(until, before))
      const cut = wide
        .map((shift) => clip(shift, from, until))
        .filter((shift) => shift.from < shift.until)
      expect(shiftsOf(rotation, from, until)).toEqual(cut)
    }),
    { numRuns: 300 },
  )
})

test("the shift at a moment is returned whole", () => {
  fc.assert(
    fc.property(anyRotation, moment, (rotation, time) => {
      const [from, until] = [after(time, -366 * 1440), after(time, 366 * 1440)]
      const same = at(shiftsOf(rotation, after(from, -1440), after(until, 1440)), time)
      expect(clip(onCallAt(rotation, time), from, until)).toEqual(same && clip(same, from, until))
    }),
    { numRuns: 100 },
  )
})

test("an override takes precedence over every layer, and later overrides over earlier ones", () => {
  fc.assert(
    fc.property(anyRotation, moment, span, (rotation, startsAt, minutes) => {
      const endsAt = after(startsAt, minutes)
      const more = { id: "mine", startsAt, endsAt, userId: "cy", isNobody: false }
      const overridden = { ...rotation, overrides: [...rotation.overrides, more] }
      expect(shiftsOf(overridden, startsAt, endsAt)).toEqual([
        {
          kind: "shift",
          from: startsAt,
          until: endsAt,
          userId: "cy",
          source: { kind: "override", id: "mine" },
        },
      ])
      const [before, later] = [after(startsAt, -1440), after(endsAt, 1440)]
      expect(shiftsOf(overridden, before, startsAt)).toEqual(shiftsOf(rotation, before, startsAt))
      expect(shiftsOf(overridden, endsAt, later)).toEqual(shiftsOf(rotation, endsAt, later))
    }),
    { numRuns: 200 },
  )
})

test("a daily hand-over stays at its local time through both clock changes", () => {
  for (const timeZone of [...zones, "Asia/Tokyo", "Asia/Kolkata", "America/Sao_Paulo"]) {
    for (const minute of [0, 9 * 60, 23 * 60 + 59]) {
      const handOver = { unit: "days" as const, every: 1, minute }
      const rotation = makeRotation({ timeZone, layers: [makeLayer({ handOver })] })
      const shifts = shiftsOf(rotation, utc("2026-02-01T00:00"), utc("2027-02-01T00:00")).slice(1)
      const read = shifts.map(({ from }) => (wallOf(timeZone, from.getTime()) % dayMs) / minuteMs)
      expect(shifts.length).toBeGreaterThanOrEqual(364)
      const jumps = read.filter((one) => one !== minute)
      // Santiago's clocks jump from midnight to one, so that night's hand-over is at the jump.
      expect(jumps).toEqual(timeZone === "America/Santiago" && minute === 0 ? [60] : [])
    }
  }
})

test("participants take turns in order and equally often", () => {
  const turns = fc.record({
    timeZone: fc.constantFrom(...zones),
    people: fc.integer({ min: 1, max: 7 }),
    every: fc.integer({ min: 1, max: 5 }),
    unit: fc.constantFrom("hours" as const, "days" as const, "weeks" as const),
    minute: fc.integer({ min: 0, max: 1439 }),
    from: moment,
  })
  fc.assert(
    fc.property(turns, ({ timeZone, people, every, unit, minute, from }) => {
      const participants = Array.from({ length: people }, (_, index) => `p${index}`)
      const handOver = { unit, every, minute, weekday: 3 }
      const layer = makeLayer({ participants, handOver })
      const members = new Set(participants)
      const rotation = makeRotation({ timeZone, layers: [layer], members })
      const [first, ...rest] = shiftsOf(rotation, from, after(from, 120 * 1440))
      const order = [first, ...rest].map((shift) => participants.indexOf(shift?.userId ?? ""))
      const begin = order[0] ?? 0
      expect(order).toEqual(order.map((_, index) => (begin + index) % people))
      const longest = Math.max(...rest.map(lengthOf))
      const shortest = Math.min(...rest.slice(0, -1).map(lengthOf))
      expect(longest - shortest).toBeLessThanOrEqual(2 * 120 * minuteMs)
    }),
    { numRuns: 150 },
  )
})

const lengthOf = ({ from, until }: Shift) => until.getTime() - from.getTime()
