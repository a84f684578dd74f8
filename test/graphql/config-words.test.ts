import fc from "fast-check"
import { expect, test } from "vitest"
import { byCodePoint } from "../../src/graphql/monitoring/config/rules/code-point.ts"
import { printDocument, readText } from "../../src/graphql/monitoring/config/config-document.ts"
import { entry } from "../../src/graphql/monitoring/config/config-entry.ts"
import {
  canonicalInterval,
  intervalFault,
} from "../../src/graphql/monitoring/config/rules/interval-words.ts"
import { canonical } from "../../src/graphql/monitoring/config/rules/config-spelling.ts"
import { describeDefault } from "../../src/graphql/monitoring/monitor/rules/monitor-kinds.ts"
import { fieldOf } from "../../src/graphql/monitoring/config/rules/config-members.ts"
import { createMonitorGuard } from "../../src/platform/guard.ts"
import { readEntry } from "../../src/graphql/monitoring/config/read-entry.ts"
import { readType } from "../../src/graphql/monitoring/config/rules/type-words.ts"
import { testEnv } from "../support/world.ts"
import { DomainError } from "../../src/graphql/kernel/errors.ts"
import { fields } from "../../src/graphql/monitoring/monitor/write/monitor-fields.ts"
import { parseInterval } from "../../src/graphql/monitoring/monitor/rules/monitor-interval.ts"

test.each([
  ["60s", "1m"],
  ["300S", "5m"],
  ["5m", "5m"],
  ["60m", "1h"],
  ["1h30m", "90m"],
  ["1d", "24h"],
  ["PT5M", "5m"],
  ["pt1h", "1h"],
  ["PT1H30M", "90m"],
  ["P1D", "24h"],
  ["* * * * *", "1m"],
  ["*/5 * * * *", "5m"],
  ["2-59/5 * * * *", "5m"],
  ["0,15,30,45 * * * *", "15m"],
  ["7 * * * *", "1h"],
  ["0 */6 * * *", "6h"],
  ["30 3 * * *", "24h"],
  ["@hourly", "1h"],
])("the interval %s becomes %s", (given, expected) => {
  expect(canonicalInterval(given)).toBe(expected)
  expect(intervalFault(given)).toBeNull()
})

test.each([
  ["30s", "write 1m"],
  ["PT10S", "write 1m"],
  ["0m", "write 1m"],
  ["90s", "write 1m or 2m"],
  ["25h", "write 24h"],
  ["P2D", "write 24h"],
  ["*/7 * * * *", "a regular interval"],
  ["*/5 9-17 * * *", "a regular interval"],
  ["0 0 * * 1", "a regular interval"],
  ["*/5 * * * * *", "a regular interval"],
  ["61 * * * *", "a regular interval"],
  ["5-1 * * * *", "a regular interval"],
  ["*/0 * * * *", "a regular interval"],
  ["P", "such as 5m"],
  ["PT", "such as 5m"],
  ["5", "such as 5m"],
  ["often", "such as 5m"],
])("%s is not an interval, and the error says what to write", (given, advice) => {
  expect(canonicalInterval(given)).toBe(given)
  expect(intervalFault(given)).toContain(advice)
})

test("a schedule may list every minute, and nothing longer is parsed", () => {
  const everyMinute = `${Array.from({ length: 60 }, (_, minute) => minute).join(",")} * * * *`
  expect(canonicalInterval(everyMinute)).toBe("1m")
  expect(intervalFault("0 ".repeat(1000))).toContain("must be whole minutes")
  expect(intervalFault("1m".repeat(200))).toContain("must be whole minutes, hours or days")
})

test("every interval without an error is valid once it is normalized", () => {
  const part = fc.constantFrom(
    "*",
    "*/5",
    "0",
    "PT",
    "P1D",
    "1",
    "m",
    "s",
    "h",
    " ",
    "0-59/10",
    ",",
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 9 }), (parts) => {
      const text = parts.join("")
      const isOurs = parseInterval(canonicalInterval(text)) !== null
      expect(intervalFault(text) === null).toBe(isOurs)
    }),
  )
})

const read = (...words: string[]) => words.map(readType)

test("types are accepted under common names in any letter case", () => {
  expect(read("Website", "API", "keyword", "Port")).toEqual(["http", "http", "http", "tcp"])
  expect(read("ICMP", "SSL Certificate", "ssl-certificate")).toEqual(["ping", "tls", "tls"])
  expect(read("PUSH", " dns ", "Dead Man's Switch")).toEqual(["heartbeat", "dns", "heartbeat"])
  expect(read("toString", "__proto__", "")).toEqual([null, null, null])
})

const points = (text: string) => Array.from(text, (sign) => sign.codePointAt(0) ?? 0)

test("texts are sorted by code point", () => {
  const sign = fc.constantFrom(
    "a",
    "B",
    "ä",
    "\u07FF",
    "\uE000",
    "\uFF5E",
    "\u{1F600}",
    "\u{10FFFF}",
  )
  const some = fc.array(sign, { maxLength: 4 }).map((signs) => signs.join(""))
  fc.assert(
    fc.property(some, some, (a, b) => {
      const [one, other] = [points(a), points(b)]
      const at = one.findIndex((point, index) => point !== other[index])
      const difference = at < 0 ? one.length - other.length : (one[at] ?? 0) - (other[at] ?? -1)
      expect(Math.sign(byCodePoint(a, b))).toBe(Math.sign(difference))
    }),
  )
})

test("any JSON is accepted as an entry or refused with a reason, without throwing", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (raw) => {
      const { result } = readEntry(raw, createMonitorGuard(testEnv))
      expect(result.entry === null).toBe(typeof result.fault === "string")
    }),
  )
})

function issuesOf(text: string): unknown {
  try {
    return readText(text)
  } catch (error) {
    return error instanceof DomainError ? error.issues : error
  }
}

test("a text that is not JSON is refused with its position, without quoting it", () => {
  expect(issuesOf('{"version": 1,\n "monitors": [hush]}')).toEqual([
    { pointer: "#", detail: "must be JSON" },
  ])
  expect(issuesOf('{"version": 1,\n "monitors": [{"a": 1, }]}')).toEqual([
    { pointer: "#", detail: "must be JSON, and breaks at line 2 column 24" },
  ])
  expect(issuesOf(" ".repeat(5 * 2 ** 20 + 1))).toEqual([
    { pointer: "#", detail: "must be at most 5 MiB" },
  ])
  const empty = { version: 1, monitors: [] } as const
  expect(issuesOf(printDocument({ ...empty, monitors: [] }))).toEqual(empty)
})

test("every field of a monitor is a member of an entry", () => {
  const said: string[] = [...Object.values(fieldOf), "labels", "labelIds", "parentId"]
  expect(said.toSorted()).toEqual(Object.keys(fields).toSorted())
  expect(Object.keys(entry.shape)).toEqual(expect.arrayContaining(Object.keys(fieldOf)))
})

test("a member without a value is left out, and an empty name is a value", () => {
  const given = { url: null, method: " get ", name: "", regions: "  ", ssl_expiration: 7 }
  expect(canonical(given)).toEqual({ method: "GET", name: "", ssl_expiration: 7 })
})

test("only intervals are described as durations", () => {
  expect(describeDefault("interval")).toMatch(/^\d+ ?m/)
  expect(describeDefault("failureThreshold")).toMatch(/^2 by default; heartbeat: 1/)
})
