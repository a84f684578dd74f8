import { expect, test } from "vitest"
import { onCallAt, shiftsOf } from "../../../src/graphql/on-call/schedule/rules/shifts.ts"
import { readTimeZone, zoneOf } from "../../../src/graphql/on-call/rules/time-zone.ts"
import { join } from "../../../src/graphql/on-call/schedule/rules/shift-spans.ts"
import { makeLayer, makeRotation, describeShifts, utc } from "./rotations.ts"

/** A daily hand-over at 02:30, a time that each of these days skips or repeats. */
const nightly = (timeZone: string, from: string, until: string) => {
  const layer = makeLayer({
    startsAt: new Date(utc(from).getTime() - 86_400_000),
    handOver: { unit: "days", every: 1, minute: 150 },
  })
  return describeShifts(
    shiftsOf(makeRotation({ timeZone, layers: [layer] }), utc(from), utc(until)),
  )
}

test("a hand-over in a skipped hour takes place when the clocks change", () => {
  // 02:00 CET becomes 03:00 CEST at 01:00 UTC.
  expect(nightly("Europe/Berlin", "2026-03-28T12:00", "2026-03-30T12:00")).toEqual([
    "2026-03-28T12:00 bo",
    "2026-03-29T01:00 ada",
    "2026-03-30T00:30 bo",
  ])
  // 02:00 EST becomes 03:00 EDT at 07:00 UTC.
  expect(nightly("America/New_York", "2026-03-07T12:00", "2026-03-09T12:00")).toEqual([
    "2026-03-07T12:00 bo",
    "2026-03-08T07:00 ada",
    "2026-03-09T06:30 bo",
  ])
  // Lord Howe changes by half an hour: 02:00 becomes 02:30, so the time exists.
  expect(nightly("Australia/Lord_Howe", "2026-10-03T12:00", "2026-10-05T12:00")).toEqual([
    "2026-10-03T12:00 bo",
    "2026-10-03T15:30 ada",
    "2026-10-04T15:30 bo",
  ])
})

test("a hand-over in a repeated hour takes place once, at the first occurrence", () => {
  // 03:00 CEST becomes 02:00 CET at 01:00 UTC: 02:30 is at 00:30 and at 01:30 UTC.
  expect(nightly("Europe/Berlin", "2026-10-24T12:00", "2026-10-26T12:00")).toEqual([
    "2026-10-24T12:00 bo",
    "2026-10-25T00:30 ada",
    "2026-10-26T01:30 bo",
  ])
  expect(nightly("America/New_York", "2026-10-31T12:00", "2026-11-02T12:00")).toEqual([
    "2026-10-31T12:00 bo",
    "2026-11-01T07:30 ada",
    "2026-11-02T07:30 bo",
  ])
})

test("a skipped calendar day is one shift fewer, without a gap", () => {
  // Samoa skipped from December 29 to 31, 2011.
  const layer = makeLayer({
    startsAt: utc("2011-12-28T19:00"),
    handOver: { unit: "days", every: 1, minute: 540 },
    participants: ["ada", "bo", "cy"],
  })
  const rotation = makeRotation({ timeZone: "Pacific/Apia", layers: [layer] })
  expect(
    describeShifts(shiftsOf(rotation, utc("2011-12-28T19:00"), utc("2012-01-01T00:00"))),
  ).toEqual([
    "2011-12-28T19:00 ada",
    "2011-12-29T19:00 bo",
    "2011-12-30T10:00 cy",
    "2011-12-30T19:00 ada",
    "2011-12-31T19:00 bo",
  ])
})

test("hourly hand-overs count elapsed hours through both clock changes", () => {
  const layer = makeLayer({
    startsAt: utc("2026-03-28T20:00"),
    handOver: { unit: "hours", every: 12 },
  })
  const rotation = makeRotation({ layers: [layer] })
  expect(
    describeShifts(shiftsOf(rotation, utc("2026-03-28T20:00"), utc("2026-03-30T00:00"))),
  ).toEqual(["2026-03-28T20:00 ada", "2026-03-29T08:00 bo", "2026-03-29T20:00 ada"])
})

test("a weekly hand-over: the start is within the first participant's shift", () => {
  // The start is a Thursday; hand-overs are on Mondays at nine in Berlin.
  const layer = makeLayer({
    handOver: { unit: "weeks", every: 2, minute: 540, weekday: 1 },
    participants: ["ada", "bo", "cy"],
  })
  const rotation = makeRotation({ layers: [layer] })
  expect(
    describeShifts(shiftsOf(rotation, utc("2026-01-01T00:00"), utc("2026-02-20T00:00"))),
  ).toEqual([
    "2026-01-01T00:00 ada",
    "2026-01-12T08:00 bo",
    "2026-01-26T08:00 cy",
    "2026-02-09T08:00 ada",
  ])
})

test("a later layer takes precedence within its restrictions, also across midnight", () => {
  const night = makeLayer({
    id: "night",
    participants: ["cy"],
    restrictions: [{ kind: "daily", startMinute: 22 * 60, endMinute: 6 * 60 }],
  })
  const rotation = makeRotation({ layers: [makeLayer(), night] })
  expect(
    describeShifts(shiftsOf(rotation, utc("2026-06-01T08:00"), utc("2026-06-02T08:00"))),
  ).toEqual([
    "2026-06-01T08:00 ada",
    "2026-06-01T20:00 cy",
    "2026-06-02T04:00 ada",
    "2026-06-02T07:00 bo",
  ])
})

test("a restricted window does not open in a skipped hour, and opens once in a repeated one", () => {
  const layer = makeLayer({
    participants: ["ada"],
    restrictions: [{ kind: "daily", startMinute: 130, endMinute: 160 }],
  })
  const rotation = makeRotation({ layers: [layer] })
  const of = (from: string, until: string) =>
    describeShifts(shiftsOf(rotation, utc(from), utc(until)))
  expect(of("2026-03-28T12:00", "2026-03-29T12:00")).toEqual(["2026-03-28T12:00 (uncovered)"])
  expect(of("2026-10-24T12:00", "2026-10-25T12:00")).toEqual([
    "2026-10-24T12:00 (uncovered)",
    "2026-10-25T00:10 ada",
    "2026-10-25T00:40 (uncovered)",
  ])
})

test("a daily window may last up to a day minus a minute", () => {
  const layer = makeLayer({
    participants: ["ada"],
    handOver: { unit: "days", every: 1, minute: 540 },
    restrictions: [{ kind: "daily", startMinute: 540, endMinute: 539 }],
  })
  const rotation = makeRotation({ timeZone: "UTC", layers: [layer] })
  expect(
    describeShifts(shiftsOf(rotation, utc("2026-06-01T00:00"), utc("2026-06-02T00:00"))),
  ).toEqual(["2026-06-01T00:00 ada", "2026-06-01T08:59 (uncovered)", "2026-06-01T09:00 ada"])
})

test("a weekly restriction may span the weekend into Monday", () => {
  const weekend = makeLayer({
    participants: ["ada"],
    handOver: { unit: "weeks", every: 1, minute: 0, weekday: 1 },
    restrictions: [
      { kind: "weekly", startWeekday: 5, startMinute: 1080, endWeekday: 1, endMinute: 480 },
    ],
  })
  const rotation = makeRotation({ timeZone: "UTC", layers: [weekend] })
  // May 29, 2026 is a Friday.
  expect(
    describeShifts(shiftsOf(rotation, utc("2026-05-29T00:00"), utc("2026-06-01T12:00"))),
  ).toEqual([
    "2026-05-29T00:00 (uncovered)",
    "2026-05-29T18:00 ada",
    "2026-06-01T00:00 ada",
    "2026-06-01T08:00 (uncovered)",
  ])
})

test("a person who left the project leaves a named gap, which lower layers do not fill", () => {
  const layers = [makeLayer(), makeLayer({ id: "top", participants: ["gone", null, "cy"] })]
  const rotation = makeRotation({ timeZone: "UTC", layers, overrides: [] })
  expect(
    describeShifts(shiftsOf(rotation, utc("2026-01-01T00:00"), utc("2026-01-04T00:00"))),
  ).toEqual([
    "2026-01-01T00:00 (left)",
    "2026-01-01T09:00 (deleted)",
    "2026-01-02T09:00 cy",
    "2026-01-03T09:00 (left)",
  ])
  expect(onCallAt(rotation, utc("2026-01-03T12:00"))).toEqual({
    kind: "gap",
    from: utc("2026-01-03T09:00"),
    until: utc("2026-01-04T09:00"),
    reason: "left",
    userId: "gone",
    source: { kind: "layer", id: "top" },
  })
})

test("before its layers start and after they end, a rotation has an uncovered gap", () => {
  const layer = makeLayer({ endsAt: utc("2026-01-02T12:00") })
  const rotation = makeRotation({ timeZone: "UTC", layers: [layer] })
  expect(
    describeShifts(shiftsOf(rotation, utc("2025-12-31T00:00"), utc("2026-01-05T00:00"))),
  ).toEqual([
    "2025-12-31T00:00 (uncovered)",
    "2026-01-01T00:00 ada",
    "2026-01-01T09:00 bo",
    "2026-01-02T09:00 ada",
    "2026-01-02T12:00 (uncovered)",
  ])
  expect(
    describeShifts(
      shiftsOf(makeRotation({ layers: [] }), utc("2026-01-01T00:00"), utc("2026-01-02T00:00")),
    ),
  ).toEqual(["2026-01-01T00:00 (uncovered)"])
})

test("a year of the largest possible rotation is computed quickly", () => {
  const layers = Array.from({ length: 20 }, (_, index) =>
    makeLayer({
      id: `layer ${index}`,
      handOver: { unit: "hours", every: 1 },
      restrictions: Array.from({ length: 20 }, (_, at) => ({
        kind: "daily",
        startMinute: at * 60,
        endMinute: at * 60 + 30 + index,
      })),
    }),
  )
  const before = process.cpuUsage()
  shiftsOf(makeRotation({ layers }), utc("2026-01-01T00:00"), utc("2027-01-01T00:00"))
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(3000)
})

test("a time zone is an IANA zone in any spelling, not a plain offset", () => {
  expect(["europe/berlin", "UTC", "Asia/Calcutta"].map(readTimeZone)).toEqual([
    "Europe/Berlin",
    "UTC",
    "Asia/Calcutta",
  ])
  expect(["+01:00", "Mars/Base", "", "-0500", "x".repeat(300)].map(readTimeZone)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ])
  const berlin = zoneOf("Europe/Berlin")
  const wall = utc("2026-07-01T12:00").getTime()
  expect(new Date(berlin.momentOf(wall)).toISOString()).toBe("2026-07-01T10:00:00.000Z")
})

test("at a hand-over the next person is on call", () => {
  const layer = makeLayer({ startsAt: utc("2026-01-01T09:00"), participants: ["ada", "bo"] })
  const rotation = makeRotation({ timeZone: "UTC", layers: [layer] })
  const { until, userId } = onCallAt(rotation, utc("2026-01-01T10:00"))
  const next = onCallAt(rotation, until)
  expect([userId, next.userId, next.from]).toEqual(["ada", "bo", until])
})

test("spans that touch are one", () => {
  const spans = [
    { from: 5, until: 9 },
    { from: 0, until: 5 },
    { from: 10, until: 11 },
  ]
  expect(join(spans)).toEqual([
    { from: 0, until: 9 },
    { from: 10, until: 11 },
  ])
})
