import type { Kind, Message } from "./messages.ts"
import { enumValues, requests } from "./messages.ts"
import type { Signal } from "./otlp-error.ts"
import { limits, OtlpError } from "./otlp-error.ts"
import { ProtoWriter } from "./proto-writer.ts"

/** `rounded` counts 64-bit integers that came as JSON numbers past 2^53 and had lost digits before. */
export type Transcoded = { bytes: Buffer; rounded: number }

/** More nesting than the deepest value a request may have. */
const deepest = limits.depth * 3 + 16

/**
 * Turns an OTLP request in JSON into protobuf, so that both encodings mean the same.
 *
 * @throws {OtlpError} naming the place of a value that cannot be read.
 */
export function transcode(signal: Signal, body: Buffer): Transcoded {
  countValues(body)
  const writer = new ProtoWriter()
  const state = { writer, rounded: 0 }
  const value = parse(body)
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new OtlpError(400, "The body must be a JSON object.")
  }
  writeMessage(state, requests[signal], value, "", 0)
  return { bytes: writer.finish(), rounded: state.rounded }
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"))
  } catch {
    throw new OtlpError(400, "The body is not JSON.")
  }
}

const quote = 34
const backslash = 92
const [comma, brace, bracket] = [44, 123, 91]
const [braceEnd, bracketEnd] = [125, 93]
/** Levels that no reader of OTLP needs; the parser takes long for more. */
const jsonLevels = 2000

/** Refuses a body that would become too many objects before it is parsed. */
function countValues(body: Buffer): void {
  const { length } = body
  let values = 0
  let level = 0
  let isText = false
  for (let at = 0; at < length; at += 1) {
    const byte = body[at]!
    if (byte === quote) isText = !isText
    else if (isText) {
      if (byte === backslash) at += 1
    } else if (byte === comma || byte === brace || byte === bracket) {
      values += 1
      if (byte !== comma) level += 1
      if (values > limits.jsonValues) throw tooMany()
      if (level > jsonLevels) {
        throw new OtlpError(400, `The JSON nests deeper than ${jsonLevels} levels.`)
      }
    } else if (byte === braceEnd || byte === bracketEnd) level -= 1
  }
}

const tooMany = () =>
  new OtlpError(
    413,
    `A JSON request takes at most ${limits.jsonValues.toLocaleString("en")} values. Send fewer records at once, or protobuf.`,
  )

type State = { writer: ProtoWriter; rounded: number }

function writeMessage(
  state: State,
  fields: Message,
  given: object,
  path: string,
  depth: number,
): void {
  const members = given as Record<string, unknown>
  for (const name in members) {
    const value = members[name]
    // Unknown fields are ignored, and null counts as absent.
    const entry = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (entry === undefined || value === null || value === undefined) continue
    const [field, kind, list] = entry
    if (list === undefined) writeField(state, field, kind, value, path, name, depth)
    else if (Array.isArray(value)) {
      for (const one of value) writeField(state, field, kind, one, path, name, depth)
    } else throw wrong(path, name, "must be an array")
  }
}

function writeField(
  state: State,
  field: number,
  kind: Kind,
  value: unknown,
  path: string,
  name: string,
  depth: number,
): void {
  if (typeof kind !== "function") {
    writeScalar(state, field, kind, value, path, name)
    return
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw wrong(path, name, "must be an object")
  }
  const place = state.writer.begin(field)
  // The decoder stops earlier and says so.
  if (depth < deepest) writeMessage(state, kind(), value, `${path}/${name}`, depth + 1)
  state.writer.end(place)
}

function writeScalar(
  state: State,
  field: number,
  kind: Exclude<Kind, () => Message>,
  value: unknown,
  path: string,
  name: string,
): void {
  const { writer } = state
  switch (kind) {
    case "string":
    case "hex":
    case "base64":
      if (typeof value !== "string") throw wrong(path, name, "must be a string")
      // An id that is no hexadecimal number is stored as none.
      if (kind === "hex" && !/^[0-9a-fA-F]*$/.test(value)) return
      writer.text(field, value, kind === "string" ? "utf8" : kind)
      return
    case "bool":
      if (typeof value !== "boolean") throw wrong(path, name, "must be true or false")
      writer.varint(field, value ? 1 : 0)
      return
    case "enum":
      writer.varint(field, readEnum(value, path, name))
      return
    case "double":
      writer.double(field, readDouble(value, path, name))
      return
    case "fixed32":
      writer.fixed32(field, Number(readInteger(state, value, path, name)))
      return
    case "uint32":
      writer.varint(field, Number(BigInt.asUintN(32, readInteger(state, value, path, name))))
      return
    case "sint32": {
      const number = Number(BigInt.asIntN(32, readInteger(state, value, path, name)))
      writer.varint(field, ((number << 1) ^ (number >> 31)) >>> 0)
      return
    }
    case "int64":
      writer.varint64(field, readInteger(state, value, path, name))
      return
    case "fixed64":
    case "sfixed64":
      writer.fixed64(field, readInteger(state, value, path, name))
  }
}

function readInteger(state: State, value: unknown, path: string, name: string): bigint {
  if (typeof value === "number") {
    if (!Number.isInteger(value)) throw wrong(path, name, "must be an integer")
    if (!Number.isSafeInteger(value)) state.rounded += 1
    return BigInt(value)
  }
  if (typeof value === "string" && /^[+-]?\d{1,20}$/.test(value))
    return BigInt(value.replace("+", ""))
  throw wrong(path, name, "must be an integer, as a decimal string")
}

function readDouble(value: unknown, path: string, name: string): number {
  if (typeof value === "number") return value
  if (typeof value === "string" && /^(?:NaN|-?Infinity|[+-]?[\d.]+(?:e[+-]?\d+)?)$/i.test(value)) {
    return Number(value)
  }
  throw wrong(path, name, "must be a number")
}

function readEnum(value: unknown, path: string, name: string): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= 0) return value
  const number =
    typeof value === "string" && Object.hasOwn(enumValues, value) ? enumValues[value] : undefined
  if (number === undefined) throw wrong(path, name, "must be the number of an enum value")
  return number
}

const wrong = (path: string, name: string, detail: string) =>
  new OtlpError(400, `${path}/${name} ${detail}.`)
