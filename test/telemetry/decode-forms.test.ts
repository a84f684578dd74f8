import { join } from "node:path"
import fc from "fast-check"
import protobuf from "protobufjs"
import { expect, test } from "vitest"
import { decode } from "../../src/telemetry/otlp/decode.ts"
import { readRow } from "../../src/telemetry/otlp/read-row.ts"
import { transcode } from "../../src/telemetry/otlp/transcode.ts"
import { nowMs, requests } from "./arbitrary-requests.ts"
import { fixed64, wrap } from "./proto-bytes.ts"

/** The decoder reads what encoders usually write in a short way, and everything else in a long one. */
const root = await protobuf.load(join(import.meta.dirname, "otlp.proto"))
const messages = { logs: "otlp.Logs", traces: "otlp.Traces", metrics: "otlp.Metrics" }
const owner = { projectId: "019f0000-0000-7000-8000-0000000000aa", retentionDays: 30, rules: [] }

/** The same message with each tag and length two bytes longer than they need be. */
function padded(type: protobuf.Type, bytes: Uint8Array): Buffer {
  const reader = protobuf.Reader.create(bytes)
  const parts: Uint8Array[] = []
  const number = (value: number) => {
    const written = protobuf.Writer.create().uint32(value).finish()
    const [last = 0] = written.slice(-1)
    parts.push(written.subarray(0, -1), Buffer.from([last | 128, 128, 0]))
  }
  while (reader.pos < reader.len) {
    const tag = reader.uint32()
    number(tag)
    const from = reader.pos
    if ((tag & 7) === 2) {
      const inner = type.fieldsById[tag >>> 3]?.resolve().resolvedType
      const value = reader.bytes()
      const body = inner instanceof protobuf.Type ? padded(inner, value) : value
      number(body.length)
      parts.push(body)
    } else {
      reader.skipType(tag & 7)
      parts.push(bytes.subarray(from, reader.pos))
    }
  }
  return Buffer.concat(parts)
}

test.each(requests)("%s with longer tags and lengths gives the same rows", (signal, arbitrary) => {
  const type = root.lookupType(messages[signal])
  const rowsOf = (bytes: Buffer) => {
    const { blocks, ...rest } = decode(signal, bytes, owner, nowMs)
    return [rest, blocks.map((one) => ({ ...one, bytes: one.bytes.toString("hex") }))]
  }
  fc.assert(
    fc.property(arbitrary, (given) => {
      const { bytes } = transcode(signal, Buffer.from(JSON.stringify(given)))
      const usual = Buffer.from(type.encode(type.decode(bytes)).finish())
      expect(rowsOf(padded(type, usual))).toEqual(rowsOf(usual))
    }),
    { numRuns: 100 },
  )
})

/** The attribute `k` of a log record with these bytes in it, as the row has it. */
function attributeOf(...pairs: Buffer[]): string | null {
  const record = Buffer.concat([fixed64(1, nowMs), ...pairs.map((one) => wrap(6, one))])
  const { blocks } = decode("logs", wrap(1, wrap(2, wrap(2, record))), owner, nowMs)
  return readRow("otel_logs", blocks[0]!.bytes, 0).attribute("k")
}
const key = wrap(1, Buffer.from("k"))
const textOf = (text: string | Buffer) => attributeOf(Buffer.concat([key, valueOf(string(text))]))
const valueOf = (...parts: Buffer[]) => wrap(2, Buffer.concat(parts))
const string = (text: string | Buffer) => wrap(1, Buffer.from(text as string))
const varint = (field: number, ...bytes: number[]) => Buffer.from([field * 8, ...bytes])
const double = (value: number) => {
  const bytes = Buffer.alloc(9, 4 * 8 + 1)
  bytes.writeDoubleLE(value, 1)
  return bytes
}

test.each([0, 1, 3, 4, 5, 119, 120, 121, 122, 123, 126, 127, 128, 129, 255, 256, 257, 10_000])(
  "keeps a text of %d bytes and mends one that is not valid",
  (length) => {
    const ascii = "abcdefg".repeat(length / 7 + 1).slice(0, length)
    const longer = "é".repeat(length / 2) + (length % 2 === 0 ? "" : "x")
    for (const text of [ascii, longer]) expect(textOf(text)).toBe(text)
    for (let at = 0; at < length; at += Math.ceil(length / 9)) {
      const broken = Buffer.from(ascii)
      broken[at] = 0xff
      expect(textOf(broken)).toBe(`${ascii.slice(0, at)}\uFFFD${ascii.slice(at + 1)}`)
    }
  },
)

test("cuts a text at its limit, not in the middle of a character", () => {
  expect(textOf("a".repeat(32_769))).toBe("a".repeat(32_768))
  expect(textOf(`a${"é".repeat(16_384)}`)).toBe(`a${"é".repeat(16_383)}`)
})

test.each([
  ["0", varint(3, 0)],
  ["9", varint(3, 9)],
  ["10", varint(3, 10)],
  ["99", varint(3, 99)],
  ["100", varint(3, 100)],
  ["127", varint(3, 127)],
  ["128", varint(3, 128, 1)],
  ["5", varint(3, 0x85, 0x80, 0)],
  ["268435455", varint(3, 255, 255, 255, 127)],
  ["268435456", varint(3, 128, 128, 128, 128, 1)],
  ["-1", varint(3, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1)],
  ["9223372036854775807", varint(3, 255, 255, 255, 255, 255, 255, 255, 255, 127)],
  ["true", varint(2, 1)],
  ["true", varint(2, 128, 1)],
  ["false", varint(2, 0)],
  ["0", double(-0)],
  ["1.5", double(1.5)],
  ["1e+300", double(1e300)],
  ["NaN", double(Number.NaN)],
  ["-Infinity", double(-Infinity)],
])("writes %s", (text, value) => {
  expect(attributeOf(Buffer.concat([key, valueOf(value)]))).toBe(text)
})

const unknown = wrap(9, Buffer.from("unknown"))

test.each([
  ["the value before the key", "v", [valueOf(string("v")), key]],
  ["an unknown field before both", "v", [unknown, key, valueOf(string("v"))]],
  ["an unknown field after both", "v", [key, valueOf(string("v")), unknown]],
  ["an unknown field in the value", "v", [key, valueOf(string("v"), unknown)]],
  ["two keys", "v", [wrap(1, Buffer.from("first")), key, valueOf(string("v"))]],
  ["two values", "last", [key, valueOf(string("v")), valueOf(string("last"))]],
  ["a value that is a text and then a number", "7", [key, valueOf(string("v"), varint(3, 7))]],
  ["a value that is a number and then a text", "v", [key, valueOf(varint(3, 7), string("v"))]],
  ["two numbers", "8", [key, valueOf(varint(3, 7), varint(3, 8))]],
  ["a text with the tag of a number", "", [key, valueOf(varint(1, 7))]],
  ["no value", "", [key]],
  ["an empty value", "", [key, valueOf()]],
])("reads an attribute with %s", (_name, text, parts) => {
  expect(attributeOf(Buffer.concat(parts))).toBe(text)
})

test("refuses an attribute that ends in the middle of its value", () => {
  const whole = Buffer.concat([key, valueOf(string("value"))])
  for (let length = 1; length < whole.length; length += 1) {
    // A message may end between its fields.
    if (length === key.length) continue
    expect(() => attributeOf(whole.subarray(0, length))).toThrow(/ends in the middle/)
  }
})
