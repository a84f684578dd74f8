import fc from "fast-check"
import { expect, test } from "vitest"
import { decode } from "../../src/telemetry/otlp/decode.ts"
import { ProtoWriter } from "../../src/telemetry/otlp/proto-writer.ts"
import { readRow, type Row } from "../../src/telemetry/otlp/read-row.ts"
import { transcode } from "../../src/telemetry/otlp/transcode.ts"
import { nanoseconds } from "../support/otlp.ts"
import { nowMs } from "./arbitrary-requests.ts"

const owner = { projectId: "019f0000-0000-7000-8000-0000000000aa", retentionDays: 30, rules: [] }

/** The row of a log record with these members in JSON. */
function rowOf(record: object): Row {
  const logRecords = [{ timeUnixNano: nanoseconds(nowMs), ...record }]
  const body = Buffer.from(JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] }))
  const { blocks } = decode("logs", transcode("logs", body).bytes, owner, nowMs)
  return readRow("otel_logs", blocks[0]!.bytes, 0)
}
const attributeOf = (attribute: unknown) => rowOf({ attributes: [attribute] }).attribute("k")

test.each([
  ["the value first", "v", { value: { stringValue: "v" }, key: "k" }],
  ["an unknown member", "v", { other: [], key: "k", value: { stringValue: "v" } }],
  ["an unknown member of its value", "v", { key: "k", value: { other: 1, stringValue: "v" } }],
  ["a text and then a number", "7", { key: "k", value: { stringValue: "v", intValue: 7 } }],
  ["a number and then a text", "v", { key: "k", value: { intValue: 7, stringValue: "v" } }],
  ["a text that is null", "", { key: "k", value: { stringValue: null } }],
  ["an empty value", "", { key: "k", value: {} }],
  ["no value", "", { key: "k" }],
  ["a value that is null", "", { key: "k", value: null }],
  ["an empty text", "", { key: "k", value: { stringValue: "" } }],
  ["other letters", "é", { key: "k", value: { stringValue: "é" } }],
  ["half a surrogate pair", "a\uFFFDb", { key: "k", value: { stringValue: "a\uD800b" } }],
])("reads an attribute with %s", (_name, text, attribute) => {
  expect(attributeOf(attribute)).toBe(text)
})

test("reads a text of any length", () => {
  for (let length = 100; length < 140; length += 1) {
    for (const stringValue of ["x".repeat(length), `${"x".repeat(length)}é`]) {
      expect(attributeOf({ key: "k", value: { stringValue } })).toBe(stringValue)
    }
  }
})

test.each([
  ["0", 0],
  ["0", -0],
  ["5", 5],
  ["7", "007"],
  ["5", "+5"],
  ["-5", "-5"],
  ["-5", -5],
  ["999999999999999", "999999999999999"],
  ["1000000000000000", "1000000000000000"],
  ["9007199254740991", 9007199254740991],
  ["9007199254740993", "9007199254740993"],
  ["9223372036854775807", "9223372036854775807"],
  ["-1", "18446744073709551615"],
])("reads %s from the integer %j", (text, intValue) => {
  expect(attributeOf({ key: "k", value: { intValue } })).toBe(text)
})

test.each([
  [{ key: 5 }, "key must be a string"],
  [{ key: "k", value: { stringValue: 5 } }, "value/stringValue must be a string"],
  [{ key: "k", value: { intValue: "x" } }, "value/intValue must be an integer"],
  [{ key: "k", value: { intValue: "" } }, "value/intValue must be an integer"],
  [{ key: "k", value: { intValue: 1.5 } }, "value/intValue must be an integer"],
  [{ key: "k", value: [] }, "value must be an object"],
  [{ key: "k", value: "v" }, "value must be an object"],
])("names the place of a wrong value: %j", (attribute, says) => {
  const place = "/resourceLogs/scopeLogs/logRecords/attributes/"
  expect(() => attributeOf(attribute)).toThrow(`${place}${says}`)
})

test("names the place of an attribute that is no object", () => {
  const says = "/resourceLogs/scopeLogs/logRecords/attributes must be an object."
  for (const attribute of [null, 5, "k", []]) expect(() => attributeOf(attribute)).toThrow(says)
})

test.each([
  ["00112233445566778899aabbccddeeff", "00112233445566778899AAbbccDDeeff"],
  ["", "0".repeat(32)],
  ["", ""],
])("stores the trace id %j", (stored, traceId) => {
  expect(rowOf({ traceId }).traceId).toBe(stored)
})

function written(write: (writer: ProtoWriter) => void): string {
  const writer = new ProtoWriter()
  write(writer)
  return writer.finish().toString("hex")
}

function expectExact(text: string): void {
  const bytes = written((writer) => expect(writer.decimal64(1, text)).toBe(true))
  expect(bytes).toBe(written((writer) => writer.fixed64(1, BigInt(text))))
}

test("writes times of up to 20 digits exactly", () => {
  const borders = [0n, 9n, 10n ** 9n, 2n ** 32n, 2n ** 48n, 2n ** 53n, 2n ** 64n, 10n ** 20n - 1n]
  for (const border of borders) {
    expectExact(`${border}`)
    if (border > 0n) expectExact(`${border - 1n}`)
  }
  expectExact("00000000000000000001")
  fc.assert(fc.property(fc.bigInt(0n, 10n ** 20n - 1n).map(String), expectExact), { numRuns: 300 })
})

test("leaves to others what is no decimal number of up to 20 digits", () => {
  for (const text of ["", "-1", "+1", "1.5", "1e3", " 1", "1 ", "x", "1".repeat(21), "１"]) {
    expect(written((writer) => expect(writer.decimal64(1, text)).toBe(false))).toBe("")
  }
})
