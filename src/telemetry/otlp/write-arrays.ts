import type { ValueWriter } from "./any-value.ts"
import type { Batch } from "./batch.ts"
import { FieldCursor, Fields, readVarint64, zigzag } from "./fields.ts"
import { limits } from "./otlp-error.ts"
import type { FoundId, RowWriter } from "./row-writer.ts"

/** Writes the arrays of data points: each column of nested parts is an array of its own. */
export function arrayWriter(batch: Batch, rows: RowWriter, values: ValueWriter) {
  const { bytes, source } = batch
  const part = new Fields(bytes)

  function each(
    { items, itemCount }: Fields,
    field: number,
    most: number,
    write: (from: number, to: number) => void,
  ): void {
    const place = rows.reserveCount()
    let count = 0
    for (let at = 0; at < itemCount * 3; at += 3) {
      if (items[at] !== field || count >= most) continue
      write(items[at + 1]!, items[at + 2]!)
      count += 1
    }
    rows.setCount(place, count)
  }

  function note(id: FoundId): void {
    if (id === "wrong") batch.counts.partIds += 1
  }

  return {
    exemplars(point: Fields, field: number): void {
      const { parts } = limits
      each(
        point,
        field,
        parts,
        (from, to) => void values.attributes(part.scan(from, to, 1 << 7), 7),
      )
      each(point, field, parts, (from, to) => {
        const place = part.scan(from, to).place(2)
        rows.copy8(source, place >= 0 && bytes[place + 7]! < 128 ? place : -1)
      })
      each(point, field, parts, (from, to) => {
        rows.f64(numberOf(part.scan(from, to), bytes, 3))
      })
      each(point, field, parts, (from, to) => {
        note(rows.id(source, part.scan(from, to).from(4), part.to(4), 8))
      })
      each(point, field, parts, (from, to) => {
        note(rows.id(source, part.scan(from, to).from(5), part.to(5), 16))
      })
    },

    /** Numbers of eight bytes, packed or one by one. */
    fixed({ items, itemCount }: Fields, field: number): void {
      const place = rows.reserveCount()
      let count = 0
      for (let at = 0; at < itemCount * 3; at += 3) {
        if (items[at] !== field) continue
        for (let from = items[at + 1]!; from + 8 <= items[at + 2]!; from += 8) {
          if (count >= limits.buckets) break
          rows.copy8(source, from)
          count += 1
        }
      }
      rows.setCount(place, count)
    },

    /** The offset and the varint counts of ExponentialHistogramDataPoint.Buckets. */
    buckets(from: number, to: number): void {
      rows.i32(zigzag(part.scan(from, to).varint(1)))
      const place = rows.reserveCount()
      let count = 0
      const cursor = new FieldCursor(bytes).enter(from, to)
      while (cursor.next()) {
        if (cursor.field !== 2 || (cursor.wire !== 0 && cursor.wire !== 2)) continue
        let start = cursor.from
        for (let at = start; at < cursor.to && count < limits.buckets; at += 1) {
          if (bytes[at]! > 127) continue
          rows.u64(readVarint64(bytes, start))
          count += 1
          start = at + 1
        }
      }
      rows.setCount(place, count)
    },

    /** One double of each ValueAtQuantile. */
    quantiles(point: Fields, field: 1 | 2): void {
      each(point, 6, limits.buckets, (from, to) => rows.f64(part.scan(from, to).double(field)))
    },
  }
}

/** The value of a point or exemplar: as_int is field 6 of both, `double` the field of as_double. NaN without one. */
export function numberOf(point: Fields, bytes: Buffer, double: 3 | 4): number {
  const place = point.place(6)
  return place < 0 ? point.doubleOr(double, Number.NaN) : Number(bytes.readBigInt64LE(place))
}
