import { FieldCursor, Fields, readVarint64 } from "./fields.ts"
import { limits } from "./otlp-error.ts"
import type { RowWriter, Source } from "./row-writer.ts"

/** Fields of AnyValue in opentelemetry/proto/common/v1/common.proto. */
const stringValue = 1
const boolValue = 2
const intValue = 3
const doubleValue = 4
const arrayValue = 5
const kvlistValue = 6
const bytesValue = 7
/** Tags of the fields of KeyValue and AnyValue: the number times eight, and the wire type. */
const keyTag = 0x0a
const valueTag = 0x12
const stringTag = 0x0a
const intTag = 0x18
/** Of an array, a map or bytes, in bytes: it becomes objects before it becomes text. */
const largestTree = 1024 * 1024

/** Writes attributes and other values as text, as the collector's exporter does. */
export class ValueWriter {
  readonly rows: RowWriter
  /** Values nested deeper than the limit. */
  tooDeep = 0
  private readonly source: Source
  private readonly bytes: Buffer
  private readonly pair: Fields
  private readonly cursor: FieldCursor

  constructor(source: Source, rows: RowWriter) {
    const { bytes } = source
    this.source = source
    this.bytes = bytes
    this.rows = rows
    this.pair = new Fields(bytes)
    this.cursor = new FieldCursor(bytes)
  }

  /** The items of a field as one Map. @returns how many were dropped. */
  attributes({ items, itemCount }: Fields, field: number): number {
    const { rows, pair, source } = this
    const place = rows.reserveCount()
    let count = 0
    let dropped = 0
    for (let at = 0; at < itemCount * 3; at += 3) {
      if (items[at] !== field) continue
      if (count >= limits.attributes) {
        dropped += 1
        continue
      }
      const from = items[at + 1]!
      const to = items[at + 2]!
      count += 1
      if (this.usualPair(from, to)) continue
      pair.scan(from, to)
      rows.string(source, pair.from(1), pair.to(1))
      this.value(pair.from(2), pair.to(2))
    }
    rows.setCount(place, count)
    return dropped
  }

  /**
   * Writes a KeyValue of less than 128 bytes that is a key and then a text or a small whole number, as most are.
   * Whatever does not fill its message exactly is left to the general reader.
   *
   * @returns whether it was written.
   */
  private usualPair(from: number, to: number): boolean {
    const { bytes, rows, source } = this
    if (to - from > 127 || bytes[from] !== keyTag) return false
    const keyFrom = from + 2
    const keyTo = keyFrom + bytes[from + 1]!
    const valueFrom = keyTo + 2
    if (valueFrom + 2 > to || bytes[keyTo] !== valueTag) return false
    if (bytes[keyTo + 1] !== to - valueFrom) return false
    const tag = bytes[valueFrom]
    const textFrom = valueFrom + 2
    if (tag === stringTag && bytes[valueFrom + 1] === to - textFrom) {
      rows.string(source, keyFrom, keyTo)
      rows.string(source, textFrom, to)
      return true
    }
    const number = tag === intTag ? readSmallVarint(bytes, valueFrom + 1, to) : -1
    if (number < 0) return false
    rows.string(source, keyFrom, keyTo)
    rows.digits(number)
    return true
  }

  /** One AnyValue as a string. */
  value(from: number, to: number, most: number = limits.valueBytes): void {
    const { rows, source, bytes } = this
    const cursor = this.cursor.enter(from, to)
    let field = 0
    let start = 0
    let end = 0
    while (cursor.next()) {
      if (!isMember(cursor.field, cursor.wire)) continue
      field = cursor.field
      start = cursor.from
      end = cursor.to
    }
    if (field === stringValue) rows.string(source, start, end, most)
    else if (field === 0) rows.empty()
    else if (field === boolValue) rows.ascii(readVarint64(bytes, start) === 0n ? "false" : "true")
    else if (field === intValue) {
      rows.ascii(String(BigInt.asIntN(64, readVarint64(bytes, start))))
    } else if (field === doubleValue) rows.ascii(String(bytes.readDoubleLE(start)))
    else if (end - start > largestTree) {
      this.tooDeep += 1
      rows.text("…")
    } else {
      const value = this.read(field, start, end, 1)
      const isText = typeof value === "string"
      rows.text(isText ? value : JSON.stringify(value, spell).replace(/^"(-?\w+)"$/, "$1"), most)
    }
  }

  private read(field: number, from: number, to: number, depth: number): unknown {
    const { bytes } = this
    if (field === stringValue) return bytes.toString("utf8", from, to)
    if (field === boolValue) return readVarint64(bytes, from) !== 0n
    if (field === intValue) return BigInt.asIntN(64, readVarint64(bytes, from))
    if (field === doubleValue) return bytes.readDoubleLE(from)
    if (field === bytesValue) return bytes.toString("base64", from, to)
    if (field !== arrayValue && field !== kvlistValue) return null
    if (depth >= limits.depth) {
      this.tooDeep += 1
      return "…"
    }
    return field === arrayValue
      ? this.members(from, to).map(([a, b]) => this.any(a, b, depth))
      : Object.fromEntries(this.members(from, to).map(([a, b]) => this.entry(a, b, depth)))
  }

  private any(from: number, to: number, depth: number): unknown {
    let found: unknown = null
    const cursor = new FieldCursor(this.bytes).enter(from, to)
    while (cursor.next()) {
      const { field, wire } = cursor
      if (isMember(field, wire)) found = this.read(field, cursor.from, cursor.to, depth + 1)
    }
    return found
  }

  private entry(from: number, to: number, depth: number): [string, unknown] {
    const pair = new Fields(this.bytes).scan(from, to)
    const key = this.bytes.toString("utf8", pair.from(1), pair.to(1))
    return [key, this.any(pair.from(2), pair.to(2), depth)]
  }

  private members(from: number, to: number): [number, number][] {
    const found: [number, number][] = []
    const cursor = new FieldCursor(this.bytes).enter(from, to)
    while (cursor.next() && found.length < limits.buckets) {
      if (cursor.field === 1 && cursor.wire === 2) found.push([cursor.from, cursor.to])
    }
    return found
  }
}

function isMember(field: number, wire: number): boolean {
  if (field === boolValue || field === intValue) return wire === 0
  if (field === doubleValue) return wire === 1
  return field >= stringValue && field <= bytesValue && wire === 2
}

/** The varint that fills these bytes; -1 where it is longer than 28 bits or does not fill them. */
function readSmallVarint(bytes: Buffer, from: number, to: number): number {
  if (to - from > 4) return -1
  let value = 0
  let shift = 0
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at]!
    value |= (byte & 127) << shift
    if (byte < 128) return at + 1 === to ? value : -1
    shift += 7
  }
  return -1
}

/** JSON has no 64-bit integers, NaN or infinity. */
function spell(_key: string, value: unknown): unknown {
  if (typeof value === "bigint") {
    const asNumber = Number(value)
    return Number.isSafeInteger(asNumber) ? asNumber : String(value)
  }
  return typeof value === "number" && !Number.isFinite(value) ? String(value) : value
}
