import { expect, test } from "vitest"
import { readApart } from "../../../src/jobs/calendar/read-in-worker.ts"
import { readEvents } from "../../../src/jobs/calendar/read-events.ts"

const window = {
  timeZone: "Europe/Berlin",
  from: new Date("2026-10-15T00:00:00Z"),
  until: new Date("2026-12-01T00:00:00Z"),
}

const calendar = (...events: string[]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:test", ...events, "END:VCALENDAR", ""].join("\r\n")

const event = (...lines: string[]) => ["BEGIN:VEVENT", "UID:1", ...lines, "END:VEVENT"].join("\r\n")

const read = (...events: string[]) =>
  readEvents(calendar(...events), window).map(
    ({ startsAt, endsAt, summary }) =>
      [startsAt, endsAt].map((at) => at.toISOString().slice(0, 16)).join(" – ") + ` ${summary}`,
  )

const times = (start: string, end: string) =>
  read(event(`DTSTART${start}`, `DTEND${end}`, "SUMMARY:Ana"))

test("times are read in their time zone, in UTC, or in the rotation's own", () => {
  const zone = ";TZID=America/New_York"
  expect([
    ...times(":20261121T090000Z", ":20261121T170000Z"),
    ...times(`${zone}:20261121T090000`, `${zone}:20261121T170000`),
    ...times(":20261121T090000", ":20261121T170000"),
    ...times(";VALUE=DATE:20261121", ";VALUE=DATE:20261123"),
    ...times(";TZID=Europe/Berlin:20261121T090000", `${zone}:20261121T110000`),
  ]).toEqual([
    "2026-11-21T09:00 – 2026-11-21T17:00 Ana",
    "2026-11-21T14:00 – 2026-11-21T22:00 Ana",
    "2026-11-21T08:00 – 2026-11-21T16:00 Ana",
    "2026-11-20T23:00 – 2026-11-22T23:00 Ana",
    "2026-11-21T08:00 – 2026-11-21T16:00 Ana",
  ])
})

test("a custom time zone is read from the calendar; an unknown one is an error", () => {
  const zone = [
    "BEGIN:VTIMEZONE",
    "TZID:Somewhere",
    "BEGIN:STANDARD",
    "DTSTART:19700101T000000",
    "TZOFFSETFROM:+0530",
    "TZOFFSETTO:+0530",
    "END:STANDARD",
    "END:VTIMEZONE",
  ].join("\r\n")
  const shift = event("DTSTART;TZID=Somewhere:20261121T090000", "DURATION:PT8H", "SUMMARY:Ana")
  expect(read(zone, shift)).toEqual(["2026-11-21T03:30 – 2026-11-21T11:30 Ana"])
  expect(() => read(shift)).toThrow("uses an unknown time zone: Somewhere")
})

test("a rule keeps its local time through clock changes, with exceptions and moved instances", () => {
  const zone = ";TZID=Europe/Berlin"
  const moved = event(
    `RECURRENCE-ID${zone}:20261110T090000`,
    `DTSTART${zone}:20261110T120000`,
    `DTEND${zone}:20261110T180000`,
    "SUMMARY:Bo",
  )
  const calledOff = event(
    `RECURRENCE-ID${zone}:20261117T090000`,
    `DTSTART${zone}:20261117T090000`,
    `DTEND${zone}:20261117T170000`,
    "STATUS:CANCELLED",
    "SUMMARY:Ana",
  )
  const weekly = event(
    `DTSTART${zone}:20261020T090000`,
    `DTEND${zone}:20261020T170000`,
    "RRULE:FREQ=WEEKLY;COUNT=6",
    `EXDATE${zone}:20261103T090000`,
    `RDATE${zone}:20261121T090000`,
    "SUMMARY:Ana",
  )
  expect(read(weekly, moved, calledOff)).toEqual([
    "2026-10-20T07:00 – 2026-10-20T15:00 Ana",
    "2026-10-27T08:00 – 2026-10-27T16:00 Ana",
    "2026-11-10T11:00 – 2026-11-10T17:00 Bo",
    "2026-11-21T08:00 – 2026-11-21T16:00 Ana",
    "2026-11-24T08:00 – 2026-11-24T16:00 Ana",
  ])
})

test("a night shift over a clock change has its real length, and shifts that started earlier are included", () => {
  const nights = event(
    "DTSTART;TZID=Europe/Berlin:20200101T220000",
    "DTEND;TZID=Europe/Berlin:20200102T060000",
    "RRULE:FREQ=WEEKLY;BYDAY=SA",
    "SUMMARY:Ana",
  )
  expect(read(nights).slice(0, 3)).toEqual([
    "2026-10-17T20:00 – 2026-10-18T04:00 Ana",
    // Clocks go back at one in the morning UTC.
    "2026-10-24T20:00 – 2026-10-25T05:00 Ana",
    "2026-10-31T21:00 – 2026-11-01T05:00 Ana",
  ])
})

test("attendees are kept by address, except those who declined", () => {
  const meeting = event(
    "DTSTART:20261121T090000Z",
    "DTEND:20261121T170000Z",
    "SUMMARY:On call",
    "ATTENDEE;PARTSTAT=DECLINED:mailto:bo@example.com",
    'ATTENDEE;CN="Ana, the first";PARTSTAT=ACCEPTED:MAILTO:Ana@Example.com',
    "ATTENDEE:urn:uuid:7",
  )
  expect(readEvents(calendar(meeting), window)[0]?.emails).toEqual(["ana@example.com"])
})

test("an invalid or oversized calendar is refused with a message", () => {
  expect(() => readEvents("<html>", window)).toThrow("The calendar could not be parsed")
  expect(() => readEvents("BEGIN:VCARD\r\nEND:VCARD\r\n", window)).toThrow("This is not a calendar")
  const often = (rule: string) =>
    event("DTSTART:20261016T000000Z", "DURATION:PT1M", `RRULE:${rule}`, "SUMMARY:x")
  expect(() => read(often("FREQ=MINUTELY"))).toThrow("more than 5,000 events")
  expect(read(event("SUMMARY:without a time"))).toEqual([])
  expect(read(event("DTSTART:20261121T090000Z", "DURATION:PT1H"))).toHaveLength(1)
})

test("an endless rule is read in a worker and aborted", async () => {
  const never = event(
    "DTSTART:20261016T000000Z",
    "DURATION:PT1M",
    "RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30",
    "SUMMARY:x",
  )
  await expect(readApart({ text: calendar(never), ...window }, 1500)).rejects.toThrow(
    /takes too long|could not be read|repeats too often/,
  )
  const good = event("DTSTART:20261121T090000Z", "DTEND:20261121T170000Z", "SUMMARY:Ana")
  expect(await readApart({ text: calendar(good), ...window })).toMatchObject([{ summary: "Ana" }])
  await expect(readApart({ text: "", ...window })).rejects.toThrow("This is not a calendar")
})
