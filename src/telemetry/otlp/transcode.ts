import { attribute, containers, enumValues, requests, type Kind, type Message } from "./messages.ts"
import { limits, OtlpError, type Signal } from "./otlp-error.ts"
import { ProtoWriter, readDigits } from "./proto-writer.ts"
import { requireJsonSize } from "./require-json-size.ts"

/**
 * `rounded` counts 64-bit integers that came as JSON numbers past 2^53 and had lost digits before; `unread` are names of
 * lists that could hold records, but are not known.
 */
export type Transcoded = { bytes: Buffer; rounded: number; unread: readonly string[] }

const mostUnread = 5
const longestName = 60
/** More nesting than the deepest value a request may have. */
const deepest = limits.depth * 3 + 16

/**
 * Turns an OTLP request in JSON into protobuf, so that both encodings mean the same.
 *
 * @throws {OtlpError} naming the place of a value that cannot be read.
 */
export function transcode(signal: Signal, body: Buffer): Transcoded {
  requireJsonSize(body)
  const value = parse(body)
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new OtlpError(400, "The body must be a JSON object.")
  }
  const transcoder = new Transcoder()
  transcoder.message(requests[signal], value)
  const { writer, rounded, unread } = transcoder
  return { bytes: writer.finish(), rounded, unread: [...unread] }
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"))
  } catch {
    throw new OtlpError(400, "The body is not JSON.")
  }
}

class Transcoder {
  readonly writer = new ProtoWriter()
  rounded = 0
  readonly unread = new Set<string>()
  /** Names of the messages that the present one is in, and its own. */
  private readonly path: string[] = []

  message(fields: Message, given: object): void {
    const members = given as Record<string, unknown>
    for (const name in members) {
      const value = members[name]
      // Unknown fields are ignored, and null counts as absent.
      const entry = fields.get(name)
      if (value === null || value === undefined) continue
      if (entry === undefined) {
        this.noteUnread(fields, name, value)
        continue
      }
      const [field, kind, list] = entry
      if (list === undefined) this.field(field, kind, value, name)
      else if (Array.isArray(value)) {
        for (const one of value) this.field(field, kind, one, name)
      } else throw this.wrong(name, "must be an array")
    }
  }

  private noteUnread(fields: Message, name: string, value: unknown): void {
    if (!containers.has(fields) || !Array.isArray(value) || value.length === 0) return
    if (this.unread.size < mostUnread) this.unread.add(name.slice(0, longestName))
  }

  private field(field: number, kind: Kind, value: unknown, name: string): void {
    if (typeof kind !== "function") {
      this.scalar(field, kind, value, name)
      return
    }
    if (kind === attribute && this.usualAttribute(field, value)) return
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw this.wrong(name, "must be an object")
    }
    const { path, writer } = this
    const place = writer.begin(field)
    // The decoder stops earlier and says so.
    if (path.length < deepest) {
      path.push(name)
      this.message(kind(), value)
      path.pop()
    }
    writer.end(place)
  }

  /**
   * Writes an attribute of less than 128 bytes with an ASCII text or a small whole number, as most are.
   *
   * @returns whether it was written; everything else is left to `message`.
   */
  private usualAttribute(field: number, given: unknown): boolean {
    if (typeof given !== "object" || given === null) return false
    const { key, value } = given as { key?: unknown; value?: unknown }
    if (typeof key !== "string" || typeof value !== "object" || value === null) return false
    let only = ""
    for (const name in value) {
      if (only !== "") return false
      only = name
    }
    if (only !== "stringValue" && only !== "intValue") return false
    const scalar = (value as Record<string, unknown>)[only]
    const { writer } = this
    const start = writer.at
    const pair = writer.beginShort(field)
    if (writer.ascii(1, key)) {
      const inner = writer.beginShort(2)
      if (
        (only === "stringValue" ? this.shortText(scalar) : this.smallInteger(scalar)) &&
        writer.endShort(inner) &&
        writer.endShort(pair)
      ) {
        return true
      }
    }
    writer.at = start
    return false
  }

  private shortText(value: unknown): boolean {
    return typeof value === "string" && this.writer.ascii(1, value)
  }

  private smallInteger(value: unknown): boolean {
    const whole = readWhole(value)
    if (whole >= 0) this.writer.varint(3, whole)
    return whole >= 0
  }

  private scalar(
    field: number,
    kind: Exclude<Kind, () => Message>,
    value: unknown,
    name: string,
  ): void {
    const { writer } = this
    switch (kind) {
      case "string":
      case "hex":
      case "base64":
        if (typeof value !== "string") throw this.wrong(name, "must be a string")
        if (kind === "string") writer.text(field, value)
        // An id that is no hexadecimal number is stored as none.
        else if (kind === "hex") writer.hex(field, value)
        else writer.base64(field, value)
        return
      case "bool":
        if (typeof value !== "boolean") throw this.wrong(name, "must be true or false")
        writer.varint(field, value ? 1 : 0)
        return
      case "enum":
        writer.varint(field, this.enum(value, name))
        return
      case "double":
        writer.double(field, this.double(value, name))
        return
      case "fixed32":
        writer.fixed32(field, Number(this.integer(value, name)))
        return
      case "uint32":
        writer.varint(field, Number(BigInt.asUintN(32, this.integer(value, name))))
        return
      case "sint32": {
        const number = Number(BigInt.asIntN(32, this.integer(value, name)))
        writer.varint(field, ((number << 1) ^ (number >> 31)) >>> 0)
        return
      }
      case "int64": {
        const whole = readWhole(value)
        if (whole >= 0) writer.varint(field, whole)
        else writer.varint64(field, this.integer(value, name))
        return
      }
      case "fixed64":
      case "sfixed64":
        if (typeof value === "string" && writer.decimal64(field, value)) return
        writer.fixed64(field, this.integer(value, name))
    }
  }

  private integer(value: unknown, name: string): bigint {
    if (typeof value === "number") {
      if (!Number.isInteger(value)) throw this.wrong(name, "must be an integer")
      if (!Number.isSafeInteger(value)) this.rounded += 1
      return BigInt(value)
    }
    if (typeof value === "string" && /^[+-]?\d{1,20}$/.test(value))
      return BigInt(value.replace("+", ""))
    throw this.wrong(name, "must be an integer, as a decimal string")
  }

  private double(value: unknown, name: string): number {
    if (typeof value === "number") return value
    if (
      typeof value === "string" &&
      /^(?:NaN|-?Infinity|[+-]?[\d.]+(?:e[+-]?\d+)?)$/i.test(value)
    ) {
      return Number(value)
    }
    throw this.wrong(name, "must be a number")
  }

  private enum(value: unknown, name: string): number {
    if (typeof value === "number" && Number.isInteger(value) && value >= 0) return value
    const number =
      typeof value === "string" && Object.hasOwn(enumValues, value) ? enumValues[value] : undefined
    if (number === undefined) throw this.wrong(name, "must be the number of an enum value")
    return number
  }

  private wrong(name: string, detail: string): OtlpError {
    const place = [...this.path, name].map((one) => `/${one}`).join("")
    return new OtlpError(400, `${place} ${detail}.`)
  }
}

/** A whole number from 0 to 2^53 - 1, also as a text of up to 15 digits; -1 for anything else. */
function readWhole(value: unknown): number {
  if (typeof value === "number") return Number.isSafeInteger(value) && value >= 0 ? value : -1
  if (typeof value !== "string" || value === "" || value.length > 15) return -1
  return readDigits(value, 0, value.length)
}
