import { expect, test } from "vitest"
import { isoTimestamp, parseTimestamp } from "../../src/platform/parse-timestamp.ts"
import { useWorld } from "../support/world.ts"

const world = useWorld()

/** A prime number of milliseconds, so that each part of the time takes many values. */
const read = `
  select at, floor(extract(epoch from at) * 1000)::float8 as ms
    from generate_series(0, 4000) n, lateral (select '1999-12-31T23:59:58.5Z'::timestamptz + n * interval '7919171 ms') t (at)`

test.each(["UTC", "Europe/Berlin", "Asia/Kolkata"])(
  "reads times in %s as they are",
  async (zone) => {
    const client = await world.services.database.pool.connect()
    try {
      await client.query(`set time zone '${zone}'`)
      const { rows } = await client.query<{ at: Date; ms: number }>(read)
      expect(rows.length).toBe(4001)
      expect(rows.filter(({ at, ms }) => at.getTime() !== ms)).toEqual([])
    } finally {
      client.release(true)
    }
  },
)

test.each([
  ["2026-11-28 12:34:56+00", "2026-11-28T12:34:56.000Z"],
  ["2026-11-28 12:34:56.7+00", "2026-11-28T12:34:56.700Z"],
  ["2026-02-28 00:00:00.08+00", "2026-02-28T00:00:00.080Z"],
  ["2028-02-29 23:59:59.999999+00", "2028-02-29T23:59:59.999Z"],
  ["2026-11-28 12:34:56.789+05:30", "2026-11-28T07:04:56.789Z"],
  ["0099-01-01 00:00:00+00", "0099-01-01T00:00:00.000Z"],
  ["12026-11-28 12:34:56+00", "+012026-11-28T12:34:56.000Z"],
  ["0044-03-15 12:00:00+00 BC", "-000043-03-15T12:00:00.000Z"],
])("reads %s", (text, iso) => {
  expect(parseTimestamp(text)).toEqual(new Date(iso))
  expect(isoTimestamp(text)).toBe(iso)
})

test("reads the ends of time as numbers", () => {
  expect([parseTimestamp("infinity"), parseTimestamp("-infinity")]).toEqual([Infinity, -Infinity])
})
