import { expect, test } from "vitest"
import { readApart } from "../../../src/jobs/calendar/read-in-worker.ts"
import { readEvents } from "../../../src/jobs/calendar/read-events.ts"
import { say } from "../../../src/findings/say.ts"
import { calendarFinding } from "../../../src/graphql/on-call/calendar/rules/calendar-warning.ts"

const window = {
  timeZone: "Europe/Berlin",
  from: new Date("2026-10-15T00:00:00Z"),
  until: new Date("2026-12-01T00:00:00Z"),
}

const calendar = (...events: string[]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:test", ...events, "END:VCALENDAR", ""].join("\r\n")

const event = (...lines: string[]) => ["BEGIN:VEVENT", "UID:1", ...lines, "END:VEVENT"].join("\r\n")

const read = (...events: string[]) => shown(calendar(...events))

const shown = (text: string) =>
  readEvents(text, window).events.map(
    ({ startsAt, endsAt, summary }) =>
      [startsAt, endsAt].map((at) => at.toISOString().slice(0, 16)).join(" – ") + ` ${summary}`,
  )

const times = (start: string, end: string) =>
  read(event(`DTSTART${start}`, `DTEND${end}`, "SUMMARY:Ana"))

const lost = (...events: string[]) =>
  readEvents(calendar(...events), window).warnings.map((one) => say([calendarFinding(one)]))

const timed = (uid: string, day: number, ...more: string[]) =>
  [
    "BEGIN:VEVENT",
    ...(uid === "" ? [] : [`UID:${uid}`]),
    `DTSTART:202611${day}T090000Z`,
    `DTEND:202611${day}T170000Z`,
    ...more,
    "END:VEVENT",
  ].join("\r\n")

test("events with the same or no UID all count, and of two revisions the later one does", () => {
  expect(
    read(
      timed("", 10, "SUMMARY:Ana"),
      timed("", 11, "SUMMARY:Bo"),
      timed("on-call", 12, "SUMMARY:Ana"),
      timed("on-call", 13, "SUMMARY:Bo"),
      timed("on-call", 14, "SUMMARY:Cy"),
      timed("same", 16, "SUMMARY:Ana"),
      timed("same", 16, "SUMMARY:Bo"),
    ).map((one) => [one.slice(8, 10), one.split(" ").at(-1)].join(" ")),
  ).toEqual(["10 Ana", "11 Bo", "12 Ana", "13 Bo", "14 Cy", "16 Ana", "16 Bo"])
  const moved = [
    timed("a", 10, "SEQUENCE:1", "SUMMARY:Ana"),
    timed("a", 17, "SEQUENCE:2", "SUMMARY:Ana"),
  ]
  expect(read(...moved)).toEqual(["2026-11-17T09:00 – 2026-11-17T17:00 Ana"])
  expect(lost(...moved)).toEqual(['"Ana" is replaced by a later revision.'])
  expect(read(timed("a", 10, "SEQUENCE:1"), timed("a", 10, "SEQUENCE:2"))).toHaveLength(1)
})

test("a cancelled event, series or calendar puts nobody on call", () => {
  expect(read(timed("a", 10), timed("a", 10, "SEQUENCE:1", "STATUS:CANCELLED"))).toEqual([])
  const weekly = timed("w", 10, "RRULE:FREQ=WEEKLY;COUNT=2")
  const moved = timed("w", 18, "RECURRENCE-ID:20261117T090000Z")
  expect(read(weekly, moved)).toHaveLength(2)
  expect(read(weekly, moved, timed("w", 10, "SEQUENCE:1", "STATUS:CANCELLED"))).toEqual([])
  const cancelling = calendar("METHOD:CANCEL", timed("a", 10, "SEQUENCE:1"))
  expect(shown(`${calendar(timed("a", 10), timed("b", 11))}${cancelling}`)).toHaveLength(1)
})

test("any line break, a byte order mark and a broken event do not lose the others", () => {
  const text = calendar(
    timed("a", 10, "SUMMARY:On call: Ana", "  Silva"),
    timed("b", 11, "SUMMARY:Bo", "DESCRIPTION:first", "second line that is not folded", "X-A;=b"),
    event("DTSTART:20261331T090000Z", "DTEND:20261331T170000Z", "SUMMARY:Cy"),
    timed("c", 12, "RRULE:FREQ=SOMETIMES", "SUMMARY:Di"),
    timed("d", 13, "BEGIN:VALARM", "TRIGGER:-PT5M", "SUMMARY:Alarm", "END:VALARM", "SUMMARY:Ed"),
  )
  for (const given of [
    text,
    `\uFEFF${text}`,
    text.replaceAll("\r\n", "\r"),
    text.replaceAll("\r\n", "\n"),
    `\uFEFF${text}`.replaceAll("\r\n", "\n\n"),
  ]) {
    const { events, warnings } = readEvents(given.replaceAll("\n\n ", "\n "), window)
    expect(events.map(({ summary }) => summary)).toEqual(["On call: Ana Silva", "Bo", "Ed"])
    expect(warnings.map((one) => say([calendarFinding(one)]))).toEqual([
      '"Cy" cannot be read.',
      '"Di" cannot be read.',
    ])
  }
})

test("an event without an end, or longer than a year, is said", () => {
  expect(lost(event("DTSTART:20261121T090000Z", "SUMMARY:Ana"))).toEqual(['"Ana" has no end.'])
  expect(read(event("DTSTART;VALUE=DATE:20261121", "SUMMARY:Ana"))).toEqual([
    "2026-11-20T23:00 – 2026-11-21T23:00 Ana",
  ])
  const years = event("DTSTART:20261121T090000Z", "DTEND:20291121T090000Z", "SUMMARY:Ana")
  expect(lost(years)).toEqual(['"Ana" is longer than 366 days and was cut.'])
  expect(read(years)).toHaveLength(1)
})

const inZone = (tzid: string) => event(`DTSTART;TZID=${tzid}:20261121T090000`, "DURATION:PT8H")

test("Outlook: zones of Windows, with and without VTIMEZONE, and exceptions in UTC", () => {
  const zone = ";TZID=W. Europe Standard Time"
  const quoted = ';TZID="Eastern Standard Time"'
  const series = event(
    `DTSTART${zone}:20261020T090000`,
    `DTEND${zone}:20261020T170000`,
    "RRULE:FREQ=WEEKLY;UNTIL=20261124T080000Z;INTERVAL=1;BYDAY=TU;WKST=MO",
    "EXDATE:20261103T080000Z",
    "EXDATE;VALUE=DATE:20261027",
    "SUMMARY;LANGUAGE=de-de:Ana",
    "X-MICROSOFT-CDO-BUSYSTATUS:BUSY",
  )
  const moved = event(
    "RECURRENCE-ID:20261110T080000Z",
    `DTSTART${quoted}:20261110T090000`,
    `DTEND${quoted}:20261110T100000`,
    "SUMMARY:Bo",
  )
  expect(read(series, moved)).toEqual([
    "2026-10-20T07:00 – 2026-10-20T15:00 Ana",
    "2026-11-10T14:00 – 2026-11-10T15:00 Bo",
    "2026-11-17T08:00 – 2026-11-17T16:00 Ana",
    // The end of the rule is in UTC and includes the last shift.
    "2026-11-24T08:00 – 2026-11-24T16:00 Ana",
  ])
  const custom = [
    "BEGIN:VTIMEZONE",
    "TZID:Customized Time Zone",
    "BEGIN:STANDARD",
    "DTSTART:16010101T030000",
    "TZOFFSETFROM:+0200",
    "TZOFFSETTO:+0100",
    "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10",
    "END:STANDARD",
    "BEGIN:DAYLIGHT",
    "DTSTART:16010101T020000",
    "TZOFFSETFROM:+0100",
    "TZOFFSETTO:+0200",
    "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3",
    "END:DAYLIGHT",
    "END:VTIMEZONE",
  ].join("\r\n")
  const start = (tzid: string) => read(custom, inZone(tzid))[0]?.slice(11, 16)
  expect(start("Customized Time Zone")).toBe("08:00")
  expect(start("tzone://Microsoft/Utc")).toBe("09:00")
  expect(start("/freeassociation.sourceforge.net/Europe/Berlin")).toBe("08:00")
  expect(start("UTC+05:30")).toBe("03:30")
  expect(start("India Standard Time")).toBe("03:30")
  const other = timed("x", 12, "SUMMARY:Ana")
  expect(read(other, inZone("Middle Earth"))).toHaveLength(1)
  expect(lost(other, inZone("Middle Earth"))).toEqual(['"Middle Earth" is an unknown time zone.'])
})

test("Google: a shift that was moved for all that follow, and whole days", () => {
  const zone = ";TZID=Europe/Berlin"
  const series = event(
    `DTSTART${zone}:20261102T090000`,
    `DTEND${zone}:20261102T170000`,
    "RRULE:FREQ=WEEKLY;COUNT=4",
    "SUMMARY:On call (Ana)",
  )
  const later = event(
    `RECURRENCE-ID;RANGE=THISANDFUTURE${zone}:20261116T090000`,
    `DTSTART${zone}:20261116T120000`,
    `DTEND${zone}:20261116T180000`,
    "SUMMARY:On call (Bo)",
  )
  expect(read("X-WR-TIMEZONE:Europe/Berlin", series, later)).toEqual([
    "2026-11-02T08:00 – 2026-11-02T16:00 On call (Ana)",
    "2026-11-09T08:00 – 2026-11-09T16:00 On call (Ana)",
    "2026-11-16T11:00 – 2026-11-16T17:00 On call (Bo)",
    "2026-11-23T11:00 – 2026-11-23T17:00 On call (Bo)",
  ])
})

test("Grafana OnCall: a shift of a higher level comes later and so has precedence", () => {
  const shifts = [
    timed("a", 10, "SUMMARY:[L2] ana"),
    timed("b", 10, "SUMMARY:[L1] bo"),
    timed("c", 11, "SUMMARY:[L0] cy"),
  ]
  expect(read(...shifts).map((one) => one.slice(-7))).toEqual(["[L0] cy", "[L1] bo", "L2] ana"])
})

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
  expect(readEvents(calendar(meeting), window).events[0]?.emails).toEqual(["ana@example.com"])
})

test("an invalid or oversized calendar is refused with a message", () => {
  expect(() => readEvents("<html>", window)).toThrow("This is not a calendar")
  expect(() => readEvents("BEGIN:VCARD\r\nEND:VCARD\r\n", window)).toThrow("This is not a calendar")
  const often = (rule: string) =>
    event("DTSTART:20261016T000000Z", "DURATION:PT1M", `RRULE:${rule}`, "SUMMARY:x")
  const { events, warnings } = readEvents(calendar(often("FREQ=MINUTELY")), window)
  expect([events.length, warnings]).toEqual([2001, [{ kind: "too_often", subject: "x", count: 1 }]])
  expect(lost(event("SUMMARY:without a time"))).toEqual(['"without a time" cannot be read.'])
  expect(read(event("DTSTART:20261121T090000Z", "DURATION:PT1H"))).toHaveLength(1)
  const good = calendar(event("DTSTART:20261121T090000Z", "DURATION:PT1H"))
  expect(() => readEvents(good.replace("END:VCALENDAR", ""), window)).toThrow("cut off")
  expect(() => readEvents(good.slice(0, good.indexOf("END:VEVENT")), window)).toThrow("cut off")
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
  expect(await readApart({ text: calendar(good), ...window })).toMatchObject({
    events: [{ summary: "Ana" }],
    warnings: [],
  })
  await expect(readApart({ text: "", ...window })).rejects.toThrow("This is not a calendar")
})
