import { FieldCursor, Fields, readVarint64 } from "./fields.ts"
import { limits } from "./otlp-error.ts"
import type { RowWriter } from "./row-writer.ts"

/** Fields of AnyValue in opentelemetry/proto/common/v1/common.proto. */
const stringValue = 1
const boolValue = 2
const intValue = 3
const doubleValue = 4
const arrayValue = 5
const kvlistValue = 6
const bytesValue = 7
/** Of an array, a map or bytes, in bytes: it becomes objects before it becomes text. */
const largestTree = 1024 * 1024

/** Writes attributes and other values as text, as the collector's exporter does. */
export class ValueWriter {
  readonly rows: RowWriter
  /** Values nested deeper than the limit. */
  tooDeep = 0
  private readonly bytes: Buffer
  private readonly pair: Fields
  private readonly cursor: FieldCursor

  constructor(bytes: Buffer, rows: RowWriter) {
    this.bytes = bytes
    this.rows = rows
    this.pair = new Fields(bytes)
    this.cursor = new FieldCursor(bytes)
  }

  /** The items of a field as one Map. @returns how many were dropped. */
  attributes({ items, itemCount }: Fields, field: number): number {
    const { rows, pair } = this
    const place = rows.reserveCount()
    let count = 0
    let dropped = 0
    for (let at = 0; at < itemCount * 3; at += 3) {
      if (items[at] !== field) continue
      if (count >= limits.attributes) {
        dropped += 1
        continue
      }
      pair.scan(items[at + 1]!, items[at + 2]!)
      rows.string(this.bytes, pair.from(1), pair.to(1))
      this.value(pair.from(2), pair.to(2))
      count += 1
    }
    rows.setCount(place, count)
    return dropped
  }

  /** One AnyValue as a string. */
  value(from: number, to: number, most: number = limits.valueBytes): void {
    const { rows, bytes } = this
    const cursor = this.cursor.enter(from, to)
    let field = 0
    let [start, end] = [0, 0]
    while (cursor.next()) {
      if (!isMember(cursor.field, cursor.wire)) continue
      field = cursor.field
      start = cursor.from
      end = cursor.to
    }
    if (field === stringValue) rows.string(bytes, start, end, most)
    else if (field === 0) rows.empty()
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

/** JSON has no 64-bit integers, NaN or infinity. */
function spell(_key: string, value: unknown): unknown {
  if (typeof value === "bigint") {
    const asNumber = Number(value)
    return Number.isSafeInteger(asNumber) ? asNumber : String(value)
  }
  return typeof value === "number" && !Number.isFinite(value) ? String(value) : value
}
