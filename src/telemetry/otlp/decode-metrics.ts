import type { ValueWriter as Values } from "./any-value.ts"
import { ValueWriter } from "./any-value.ts"
import type { Batch } from "./batch.ts"
import { FieldCursor, Fields, zigzag } from "./fields.ts"
import { limits } from "./otlp-error.ts"
import { arrayWriter, numberOf } from "./write-arrays.ts"
import type { RowWriter } from "./row-writer.ts"
import type { Table } from "./tables.ts"

/** A kind of metric: its field in Metric, its table, and where a point keeps its attributes, flags and exemplars. */
type Kind = {
  field: number
  table: Table
  attributes: number
  flags: number
  exemplars: number | null
}

const kinds: readonly Kind[] = [
  { field: 5, table: "otel_metrics_gauge", attributes: 7, flags: 8, exemplars: 5 },
  { field: 7, table: "otel_metrics_sum", attributes: 7, flags: 8, exemplars: 5 },
  { field: 9, table: "otel_metrics_histogram", attributes: 9, flags: 10, exemplars: 8 },
  {
    field: 10,
    table: "otel_metrics_exponential_histogram",
    attributes: 1,
    flags: 10,
    exemplars: 11,
  },
  { field: 11, table: "otel_metrics_summary", attributes: 7, flags: 8, exemplars: null },
]

/** Writes the points of a ResourceMetrics (opentelemetry/proto/metrics/v1/metrics.proto). */
export function metricDecoder(batch: Batch) {
  const { bytes, source } = batch
  const metric = new Fields(bytes)
  const data = new Fields(bytes)
  const point = new Fields(bytes)
  const writers = new Map<Table, { values: Values; arrays: ReturnType<typeof arrayWriter> }>()

  function of(table: Table) {
    const known = writers.get(table)
    if (known !== undefined) return known
    const rows = batch.writer(table)
    const values = new ValueWriter(source, rows)
    const made = { values, arrays: arrayWriter(source, rows, values) }
    writers.set(table, made)
    return made
  }

  function visit(from: number, to: number): void {
    metric.scan(from, to)
    for (const kind of kinds) {
      if (!metric.hasBytes(kind.field)) continue
      const start = metric.from(kind.field)
      const end = metric.to(kind.field)
      data.scan(start, end)
      const points = new FieldCursor(bytes).enter(start, end)
      while (points.next()) {
        if (points.field === 1 && points.wire === 2) writePoint(kind, points.from, points.to)
      }
    }
  }

  function writePoint(kind: Kind, from: number, to: number): void {
    const { table, exemplars } = kind
    const repeated =
      (1 << kind.attributes) | (exemplars === null ? 0 : 1 << exemplars) | lists(table)
    point.scan(from, to, repeated, limits.buckets * 2)
    const time = point.place(3)
    const timeMs = batch.msAt(time)
    if (!batch.isTimely(timeMs || batch.nowMs)) return
    const rows = batch.writer(table)
    const { values, arrays } = of(table)
    rows.raw(batch.prefixBytes)
    for (const field of [1, 2, 3]) rows.string(source, metric.from(field), metric.to(field), 1024)
    batch.counts.dropped += point.dropped + values.attributes(point, kind.attributes)
    const start = point.place(2)
    rows.copy8(source, start >= 0 && bytes[start + 7]! < 128 ? start : -1)
    if (timeMs > 0) rows.copy8(source, time)
    else rows.u64(batch.nowNanoseconds())
    rows.u32(point.varint(kind.flags))
    writeValue(table, rows, arrays)
    if (exemplars !== null) arrays.exemplars(point, exemplars)
    if (table !== "otel_metrics_gauge" && table !== "otel_metrics_summary") rows.i32(data.varint(2))
    if (table === "otel_metrics_sum") rows.u8(data.varint(3) === 0 ? 0 : 1)
    batch.keep(table)
  }

  function writeValue(table: Table, rows: RowWriter, arrays: ReturnType<typeof arrayWriter>): void {
    if (table === "otel_metrics_gauge" || table === "otel_metrics_sum") {
      rows.f64(numberOf(point, bytes, 4))
      return
    }
    rows.copy8(source, point.place(4))
    rows.f64(point.double(5))
    if (table === "otel_metrics_histogram") {
      rows.f64(point.double(11))
      rows.f64(point.double(12))
      arrays.fixed(point, 6)
      arrays.fixed(point, 7)
    } else if (table === "otel_metrics_exponential_histogram") {
      rows.f64(point.double(12))
      rows.f64(point.double(13))
      rows.i32(zigzag(point.varint(6)))
      rows.copy8(source, point.place(7))
      arrays.buckets(point.from(8), point.to(8))
      arrays.buckets(point.from(9), point.to(9))
    } else {
      arrays.quantiles(point, 1)
      arrays.quantiles(point, 2)
    }
  }

  return { visit, writers }
}

/** Bits of the fields with repeated numbers. */
function lists(table: Table): number {
  if (table === "otel_metrics_histogram") return (1 << 6) | (1 << 7)
  return table === "otel_metrics_summary" ? 1 << 6 : 0
}
