import { expect, test } from "vitest"
import { pauseAfter, schedules } from "../../src/graphql/delivery/log/rules/delivery-schedule.ts"
import { readRetryAfter } from "../../src/platform/retry-after.ts"

const now = new Date("2026-11-21T18:00:00Z")

const { webhook, page, notice } = schedules

function offsets(schedule: typeof webhook, random: () => number): number[] {
  const all = [0]
  for (let tries = 1; ; tries += 1) {
    const pause = pauseAfter(schedule, tries, null, random)
    if (pause === null) return all
    all.push((all.at(-1) ?? 0) + pause)
  }
}

test("ten attempts over a day, never early and at most a tenth late", () => {
  const hour = 3600
  const planned = [0, 5, 300, 1800, ...[2, 5, 10, 14, 20, 24].map((count) => count * hour)]
  expect(offsets(webhook, () => 0)).toEqual(planned)
  const late = offsets(webhook, () => 0.999_999)
  for (const [index, seconds] of planned.entries()) {
    expect(late[index]).toBeGreaterThanOrEqual(seconds)
    expect(late[index]).toBeLessThanOrEqual(seconds * 1.1)
  }
})

test("pages are retried quickly for ten minutes, notices for a day", () => {
  expect(offsets(page, () => 0)).toEqual([0, 5, 15, 30, 60, 120, 240, 360, 480, 600])
  expect(offsets(notice, () => 0).at(-1)).toBe(86_400)
  expect(offsets(notice, () => 0).slice(0, 4)).toEqual([0, 30, 120, 600])
  expect([3, 90, 9999].map((asked) => pauseAfter(page, 1, asked, () => 0))).toEqual([5, 90, 600])
})

test("a receiver can ask to wait up to a day, without additional attempts", () => {
  const first = [0, 3, 120, 9_999_999].map((asked) => pauseAfter(webhook, 1, asked, () => 0))
  expect(first).toEqual([5, 5, 120, 86_400])
  expect(pauseAfter(webhook, 10, 60, () => 0)).toBeNull()
})

const read = (value: string | undefined) => readRetryAfter(value, now)

test("Retry-After is a number of seconds or a date", () => {
  expect(read("120")).toBe(120)
  expect(read("Sat, 21 Nov 2026 18:01:30 GMT")).toBe(90)
  expect(read("Saturday, 21-Nov-26 18:01:30 GMT")).toBe(90)
  expect(read("Sat, 21 Nov 2026 17:00:00 GMT")).toBe(0)
  for (const strange of [undefined, "", "soon", "-5", "1.5", "2026-11-21T18:01:30Z", "0x10"]) {
    expect(read(strange)).toBeNull()
  }
})
