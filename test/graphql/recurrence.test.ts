import { expect, test } from "vitest"
import {
  occurrencesOf,
  type Recurrence,
} from "../../src/graphql/maintenance/series/rules/recurrence.ts"

const day = (text: string) => new Date(`${text}T00:00:00Z`)

const weekly: Recurrence = {
  timeZone: "Europe/Berlin",
  unit: "weeks",
  every: 1,
  weekdays: [7],
  monthDay: null,
  monthWeek: null,
  startsOn: day("2026-01-01"),
  endsOn: null,
  startMinute: 150,
  durationMinutes: 60,
}

function starts(changes: Partial<Recurrence>, from: string, until: string): string[] {
  const found = occurrencesOf({ ...weekly, ...changes }, day(from), day(until))
  return found.map(({ startsAt }) => startsAt.toISOString().slice(0, 16))
}

test("a window begins at the same local time before and after a clock change", () => {
  const at = { startMinute: 8 * 60 }
  expect(starts(at, "2026-03-20", "2026-04-01")).toEqual(["2026-03-22T07:00", "2026-03-29T06:00"])
  expect(starts(at, "2026-10-17", "2026-10-27")).toEqual(["2026-10-18T06:00", "2026-10-25T07:00"])
})

test("a skipped local time maps to the clock change, a repeated one to its first occurrence", () => {
  const [skipped] = occurrencesOf(weekly, day("2026-03-29"), day("2026-03-30"))
  expect(skipped).toEqual({
    occursOn: day("2026-03-29"),
    startsAt: new Date("2026-03-29T01:00:00Z"),
    endsAt: new Date("2026-03-29T02:00:00Z"),
  })
  expect(starts({}, "2026-10-24", "2026-10-27")).toEqual(["2026-10-25T00:30"])
})

test("every other week is counted from the week of the first day, on several weekdays", () => {
  const rule = { every: 2, weekdays: [1, 4], startsOn: day("2026-01-01"), startMinute: 720 }
  expect(starts(rule, "2026-01-01", "2026-01-20")).toEqual([
    "2026-01-01T11:00",
    "2026-01-12T11:00",
    "2026-01-15T11:00",
  ])
})

test("every n days continues across months and stops after the last day", () => {
  const endsOn = day("2026-02-10")
  const rule: Partial<Recurrence> = { unit: "days", every: 10, weekdays: [], endsOn }
  const days = starts({ ...rule, timeZone: "UTC" }, "2026-01-15", "2026-04-01")
  expect(days).toEqual(["2026-01-21T02:30", "2026-01-31T02:30", "2026-02-10T02:30"])
})

test("the 31st is the last day of a shorter month", () => {
  const rule: Partial<Recurrence> = { unit: "months", weekdays: [], monthDay: 31, timeZone: "UTC" }
  expect(starts(rule, "2026-01-01", "2026-05-01").map((one) => one.slice(0, 10))).toEqual([
    "2026-01-31",
    "2026-02-28",
    "2026-03-31",
    "2026-04-30",
  ])
})

const monthly = (monthWeek: number, weekday: number, every = 1) =>
  starts(
    { unit: "months", weekdays: [weekday], monthWeek, timeZone: "UTC", every },
    "2026-01-01",
    "2026-06-01",
  ).map((one) => one.slice(0, 10))

test("the second Tuesday and the last Friday of a month are found, every month or each third", () => {
  expect(monthly(2, 2)).toEqual([
    "2026-01-13",
    "2026-02-10",
    "2026-03-10",
    "2026-04-14",
    "2026-05-12",
  ])
  expect(monthly(5, 5, 3)).toEqual(["2026-01-30", "2026-04-24"])
})

test("an ongoing window is included until it ends", () => {
  const rule = { timeZone: "Pacific/Auckland", durationMinutes: 7 * 24 * 60 }
  const found = occurrencesOf({ ...weekly, ...rule }, day("2026-02-04"), day("2026-02-05"))
  expect(found.map(({ occursOn }) => occursOn)).toEqual([day("2026-02-01")])
})

test("a window that ends as a span begins, or begins as it ends, is not within it", () => {
  const daily = { ...weekly, unit: "days" as const, weekdays: [], timeZone: "UTC" }
  const within = (from: string, until: string) =>
    occurrencesOf(daily, new Date(from), new Date(until)).length
  expect(within("2026-01-15T03:30:00Z", "2026-01-16T02:30:00Z")).toBe(0)
  expect(within("2026-01-15T03:29:00Z", "2026-01-16T02:31:00Z")).toBe(2)
})
