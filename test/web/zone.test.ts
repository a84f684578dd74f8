import { afterEach, expect, test } from "vitest"
import { monthOf, mondaysOf, plusMonths } from "../../src/web/maintenance/month-weeks.ts"
import { dayOf, plusDays, spanOf } from "../../src/web/ui/calendar-span.ts"
import { withViewerZone } from "../../src/web/ui/both-zones.ts"
import { browserZone, chooseZone, momentOf, viewerZone, wallOf } from "../../src/web/ui/zone.ts"

afterEach(() => chooseZone(null))

const at = (time: string) => Date.parse(time)
const iso = (ms: number) => new Date(ms).toISOString()

test("local time of a chosen zone is converted both ways, also where clocks are changed", () => {
  chooseZone("Europe/Berlin")
  expect(iso(wallOf(at("2026-11-24T19:02:24.120Z")))).toBe("2026-11-24T20:02:24.120Z")
  expect(iso(wallOf(at("1969-12-31T23:59:59.500Z")))).toBe("1970-01-01T00:59:59.500Z")
  expect(iso(momentOf(at("2026-07-01T00:00Z")))).toBe("2026-06-30T22:00:00.000Z")
  // 02:30 does not exist, and then exists twice.
  expect(iso(momentOf(at("2026-03-29T02:30Z")))).toBe("2026-03-29T01:30:00.000Z")
  expect(iso(momentOf(at("2026-10-25T02:30Z")))).toBe("2026-10-25T00:30:00.000Z")
  expect(iso(momentOf(at("2026-10-25T03:00Z")))).toBe("2026-10-25T02:00:00.000Z")
})

test("days, weeks and months begin in the chosen zone", () => {
  chooseZone("Pacific/Kiritimati")
  expect(dayOf(at("2026-11-24T10:00Z"))).toBe("2026-11-25")
  expect(spanOf("2026-11-25", 2)).toEqual({
    from: at("2026-11-24T10:00Z"),
    until: at("2026-11-26T10:00Z"),
    days: [at("2026-11-24T10:00Z"), at("2026-11-25T10:00Z")],
  })
  chooseZone("Europe/Berlin")
  expect(iso(plusDays(at("2026-10-24T12:00Z"), 2))).toBe("2026-10-25T23:00:00.000Z")
  const december = monthOf("2026-12")
  expect(iso(december)).toBe("2026-11-30T23:00:00.000Z")
  expect(iso(plusMonths(december, 1))).toBe("2026-12-31T23:00:00.000Z")
  expect(mondaysOf(december).map(dayOf)).toEqual([
    "2026-11-30",
    "2026-12-07",
    "2026-12-14",
    "2026-12-21",
    "2026-12-28",
  ])
})

test("a zone that the browser does not know is its own", () => {
  chooseZone("Mars/Olympus")
  expect(viewerZone()).toBe(browserZone())
})

test("times of a post-mortem are shown in UTC and in the viewer's zone, with the day where it differs", () => {
  chooseZone("Europe/Berlin")
  const said = withViewerZone("Down from 2026-07-01 08:20:00 UTC to 2026-07-01 23:05 UTC.")
  expect(said.replaceAll("\u202F", " ")).toMatch(
    /^Down from 2026-07-01 08:20:00 UTC \(10:20 AM GMT\+2\) to 2026-07-01 23:05 UTC \(Jul 2.* 1:05 AM GMT\+2\)\.$/,
  )
  const other = "2026-13-01 08:20 UTC, 2026-07-01 08:20"
  expect(withViewerZone(other)).toBe(other)
  chooseZone("UTC")
  expect(withViewerZone("2026-07-01 08:20 UTC")).toBe("2026-07-01 08:20 UTC")
})
