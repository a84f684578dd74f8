import { expect, test } from "vitest"
import { matchMember } from "../../../src/graphql/on-call/schedule/rules/calendar-event.ts"
import { onCallAt, shiftsOf } from "../../../src/graphql/on-call/schedule/rules/shifts.ts"
import { makeRotation, describeShifts, utc } from "./rotations.ts"

const people = [
  { userId: "ana", name: "Ana", email: "ana@example.com" },
  { userId: "anamaria", name: "Ana María", email: "am@example.com" },
  { userId: "bo", name: "Bo Larsen", email: "Bo@Example.com" },
  { userId: "li1", name: "Li", email: "li1@example.com" },
  { userId: "li2", name: "Li", email: "li2@example.com" },
]

const meant = (summary: string, ...emails: string[]) => matchMember({ summary, emails }, people)

test("an event is for its first attendee who is a member, or else for the address or longest name in its title", () => {
  expect(meant("Ana", "stranger@example.com", "bo@example.com")).toBe("bo")
  expect(meant("On call (BO@example.com)")).toBe("bo")
  expect(meant("On-call: ana maria, nights")).toBe("anamaria")
  expect(meant("ANA")).toBe("ana")
  expect(meant("Bo-Larsen!")).toBe("bo")
  // Not a part of a word, a first name alone, or a name that two people share.
  expect(meant("Banana")).toBe(null)
  expect(meant("Bo")).toBe(null)
  expect(meant("Li")).toBe(null)
  expect(meant("")).toBe(null)
  expect(meant("[L1] bo")).toBe("bo")
  expect(meant("[L1] zoe")).toBe(null)
})

const shift = (from: string, until: string, userId: string) => ({
  startsAt: utc(from),
  endsAt: utc(until),
  userId,
})

test("a calendar takes precedence over layers but not over overrides; of two events the later one wins", () => {
  const rotation = makeRotation({
    timeZone: "UTC",
    calendar: {
      id: "calendar",
      shifts: [
        shift("2026-01-05T00:00", "2026-01-05T12:00", "cy"),
        shift("2026-01-05T06:00", "2026-01-05T08:00", "bo"),
      ],
      unnamed: [],
      fetchedAt: null,
      fault: [],
    },
    overrides: [
      {
        id: "override",
        isNobody: false,
        ...shift("2026-01-05T10:00", "2026-01-05T11:00", "ada"),
      },
    ],
  })
  expect(
    describeShifts(shiftsOf(rotation, utc("2026-01-04T12:00"), utc("2026-01-06T00:00"))),
  ).toEqual([
    "2026-01-04T12:00 ada",
    "2026-01-05T00:00 cy",
    "2026-01-05T06:00 bo",
    "2026-01-05T08:00 cy",
    "2026-01-05T10:00 ada",
    "2026-01-05T11:00 cy",
    "2026-01-05T12:00 bo",
  ])
  expect(onCallAt(rotation, utc("2026-01-05T07:00"))).toMatchObject({
    userId: "bo",
    source: { kind: "calendar", id: "calendar" },
  })
})
