import { limits, OtlpError } from "./otlp-error.ts"

/** Wire types of protobuf. */
const varint = 0
const fixed64 = 1
const delimited = 2
const groupStart = 3
const groupEnd = 4
const fixed32 = 5

const cut = () => new OtlpError(400, "The protobuf message ends in the middle of a field.")

const tooManyFields = () =>
  new OtlpError(
    413,
    `A message takes at most ${limits.fields.toLocaleString("en")} fields: attributes, events, links or exemplars. Send fewer at once.`,
  )

/** Walks the fields of one protobuf message; `from` and `to` bound the present field's value. */
export class FieldCursor {
  readonly bytes: Buffer
  at = 0
  end = 0
  field = 0
  wire = 0
  from = 0
  to = 0

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  enter(from: number, to: number): this {
    this.at = from
    this.end = to
    return this
  }

  /** @throws {OtlpError} where the message is cut or malformed. */
  next(): boolean {
    return this.short() || this.general()
  }

  /** The next field where it is of bytes with a one-byte tag and a length of at most two, as most are. */
  private short(): boolean {
    const { bytes, at, end } = this
    if (at + 3 > end) return false
    const tag = bytes[at]!
    if ((tag & 0x87) !== delimited || tag < 8) return false
    let from = at + 2
    let length = bytes[at + 1]!
    if (length > 127) {
      const high = bytes[from++]!
      if (high > 127) return false
      length = (length & 127) | (high << 7)
    }
    const to = from + length
    if (to > end) return false
    this.wire = delimited
    this.field = tag >> 3
    this.from = from
    this.to = to
    this.at = to
    return true
  }

  private general(): boolean {
    while (this.at < this.end) {
      const tag = this.varint()
      this.wire = tag & 7
      this.field = Math.floor(tag / 8)
      if (this.field === 0 || this.field > 536_870_911) {
        throw new OtlpError(400, "The protobuf message has a field with an impossible number.")
      }
      if (this.wire === groupStart) {
        this.skipGroup()
        continue
      }
      this.measure()
      return true
    }
    return false
  }

  private measure(): void {
    this.from = this.at
    if (this.wire === varint) this.varint()
    else if (this.wire === fixed64) this.at += 8
    else if (this.wire === delimited) {
      const length = this.varint()
      this.from = this.at
      this.at += length
    } else if (this.wire === fixed32) this.at += 4
    else
      throw new OtlpError(
        400,
        `The protobuf message has a field of unknown wire type ${this.wire}.`,
      )
    if (this.at > this.end) throw cut()
    this.to = this.at
  }

  /** Groups are obsolete and unknown here; their nesting is counted, not followed. */
  private skipGroup(): void {
    let depth = 1
    while (depth > 0) {
      if (this.at >= this.end) throw cut()
      this.wire = this.varint() & 7
      if (this.wire === groupStart) depth += 1
      else if (this.wire === groupEnd) depth -= 1
      else this.measure()
    }
  }

  /** Exact up to 2^53; a larger one is rounded. */
  private varint(): number {
    const { bytes, end } = this
    let at = this.at
    let byte = at < end ? bytes[at++]! : 256
    let value = byte & 127
    let scale = 128
    while (byte & 128) {
      if (at >= end || at - this.at >= 10) throw cut()
      byte = bytes[at++]!
      value += (byte & 127) * scale
      scale *= 128
    }
    if (byte > 255) throw cut()
    this.at = at
    return value
  }
}

const noItems = new Int32Array(0)
const firstItems = 64

/** The fields of one message: the last of each number, and all of those that repeat. */
export class Fields {
  readonly bytes: Buffer
  /** Field, start and end of each repeated value, in order. */
  items = noItems
  itemCount = 0
  /** Repeated values past the limits. */
  dropped = 0
  private seen = 0
  private repeats = 0
  private readonly wires = new Uint8Array(32)
  private readonly froms = new Int32Array(32)
  private readonly tos = new Int32Array(32)
  private readonly cursor: FieldCursor

  constructor(bytes: Buffer) {
    this.bytes = bytes
    this.cursor = new FieldCursor(bytes)
  }

  /** @param repeated bits of the fields of which every value counts. */
  scan(from: number, to: number, repeated = 0, most: number = limits.attributes * 3): this {
    this.seen = 0
    this.repeats = 0
    this.itemCount = 0
    this.dropped = 0
    return this.extend(from, to, repeated, most)
  }

  /**
   * Adds the fields of another message of the same kind, as protobuf merges them.
   *
   * @throws {OtlpError}
   */
  extend(from: number, to: number, repeated: number, most: number): this {
    const cursor = this.cursor.enter(from, to)
    let count = 0
    while (cursor.next()) {
      count += 1
      if (count > limits.fields) throw tooManyFields()
      const { field, wire } = cursor
      if (field > 31) continue
      const bit = 1 << field
      if ((repeated & bit) === 0) {
        this.seen |= bit
        this.wires[field] = wire
        this.froms[field] = cursor.from
        this.tos[field] = cursor.to
      } else if (this.itemCount >= most) this.dropped += 1
      else this.push(field, cursor.from, cursor.to)
    }
    return this
  }

  private push(field: number, from: number, to: number): void {
    const at = this.itemCount * 3
    if (at + 3 > this.items.length) {
      const grown = new Int32Array(Math.max(firstItems * 3, this.items.length * 2))
      grown.set(this.items)
      this.items = grown
    }
    this.items[at] = field
    this.items[at + 1] = from
    this.items[at + 2] = to
    this.itemCount += 1
    this.repeats |= 1 << field
  }

  /** Whether `items` has values of this field. */
  hasItems(field: number): boolean {
    return (this.repeats & (1 << field)) !== 0
  }

  /** Whether the field is there with this wire type; of another type it counts as unknown. */
  private has(field: number, wire: number): boolean {
    return (this.seen & (1 << field)) !== 0 && this.wires[field] === wire
  }

  hasBytes(field: number): boolean {
    return this.has(field, delimited)
  }

  from(field: number): number {
    return this.hasBytes(field) ? this.froms[field]! : 0
  }

  to(field: number): number {
    return this.hasBytes(field) ? this.tos[field]! : 0
  }

  /** Where a fixed64 stands; -1 where it is absent. */
  place(field: number): number {
    return this.has(field, fixed64) ? this.froms[field]! : -1
  }

  /** As a number, which is exact up to 2^53. */
  varint(field: number): number {
    if (!this.has(field, varint)) return 0
    const first = this.bytes[this.froms[field]!]!
    return first < 128 ? first : Number(this.varint64(field))
  }

  varint64(field: number): bigint {
    if (!this.has(field, varint)) return 0n
    return readVarint64(this.bytes, this.froms[field]!)
  }

  fixed32(field: number): number {
    return this.has(field, fixed32) ? this.bytes.readUInt32LE(this.froms[field]) : 0
  }

  double(field: number): number {
    return this.doubleOr(field, 0)
  }

  doubleOr(field: number, absent: number): number {
    return this.has(field, fixed64) ? this.bytes.readDoubleLE(this.froms[field]) : absent
  }
}

/** The varint that was measured at `at`, in 64 bits without a sign. */
export function readVarint64(bytes: Buffer, at: number): bigint {
  const first = bytes[at]!
  if (first < 128) return BigInt(first)
  let value = 0n
  let shift = 0n
  for (let index = at; ; index += 1) {
    const byte = bytes[index]!
    value |= BigInt(byte & 127) << shift
    if (byte < 128) return BigInt.asUintN(64, value)
    shift += 7n
  }
}

/** @returns a signed 32-bit number in zigzag form. */
export const zigzag = (value: number): number => (value >>> 1) ^ -(value & 1)
