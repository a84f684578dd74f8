import { ValueWriter, type ValueWriter as Values } from "./any-value.ts"
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
  /** Whether a point has one value: field 4 or 6. */
  isNumber: boolean
}

const kinds: readonly Kind[] = [
  { field: 5, table: "otel_metrics_gauge", attributes: 7, flags: 8, exemplars: 5, isNumber: true },
  { field: 7, table: "otel_metrics_sum", attributes: 7, flags: 8, exemplars: 5, isNumber: true },
  {
    field: 9,
    table: "otel_metrics_histogram",
    attributes: 9,
    flags: 10,
    exemplars: 8,
    isNumber: false,
  },
  {
    field: 10,
    table: "otel_metrics_exponential_histogram",
    attributes: 1,
    flags: 10,
    exemplars: 11,
    isNumber: false,
  },
  {
    field: 11,
    table: "otel_metrics_summary",
    attributes: 7,
    flags: 8,
    exemplars: null,
    isNumber: false,
  },
]

/** Fields of kinds that OpenTelemetry removed in 2021: int_gauge, int_sum and int_histogram. */
const retiredKinds = [4, 6, 8]
/** Of number, histogram and summary points until 2021; in those of exponential histograms it holds the attributes. */
const labels = 1
/** DataPointFlags.NO_RECORDED_VALUE_MASK: the series ends here. */
const noRecordedValue = 1

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
    const made = { values, arrays: arrayWriter(batch, rows, values) }
    writers.set(table, made)
    return made
  }

  function visit(from: number, to: number): void {
    metric.scan(from, to)
    const isNamed = metric.to(1) > metric.from(1)
    let isKnown = false
    for (const kind of kinds) {
      if (!metric.hasBytes(kind.field)) continue
      isKnown = true
      data.scan(metric.from(kind.field), metric.to(kind.field))
      const points = pointsOf(kind.field)
      while (points.next()) {
        if (points.field !== 1 || points.wire !== 2) continue
        if (isNamed) writePoint(kind, points.from, points.to)
        else batch.reject("unnamed")
      }
    }
    for (const field of retiredKinds) {
      if (!metric.hasBytes(field)) continue
      isKnown = true
      const points = pointsOf(field)
      while (points.next()) {
        if (points.field === 1 && points.wire === 2) batch.reject("retired")
      }
    }
    if (!isKnown) batch.counts.unknownMetrics += 1
  }

  const pointsOf = (field: number): FieldCursor =>
    new FieldCursor(bytes).enter(metric.from(field), metric.to(field))

  function writePoint(kind: Kind, from: number, to: number): void {
    const { table, exemplars } = kind
    const repeated =
      (1 << kind.attributes) | (exemplars === null ? 0 : 1 << exemplars) | lists(table)
    point.scan(from, to, repeated, limits.buckets * 2)
    const time = point.place(3)
    const timeMs = batch.msAt(time)
    if (!batch.isTimely(timeMs || batch.nowMs)) return
    const flags = point.varint(kind.flags)
    const isRecorded = (flags & noRecordedValue) === 0
    if (point.hasBytes(labels) && kind.attributes !== labels) {
      batch.reject("retired")
      return
    }
    if (isRecorded && kind.isNumber && point.place(4) < 0 && point.place(6) < 0) {
      batch.reject("valueless")
      return
    }
    const rows = batch.writer(table)
    const { values, arrays } = of(table)
    rows.raw(batch.prefixBytes)
    for (const field of [1, 2, 3]) rows.string(source, metric.from(field), metric.to(field), 1024)
    batch.counts.dropped += point.dropped + values.attributes(point, kind.attributes)
    const start = point.place(2)
    rows.copy8(source, start >= 0 && bytes[start + 7]! < 128 ? start : -1)
    if (timeMs > 0) rows.copy8(source, time)
    else rows.u64(batch.nowNanoseconds())
    rows.u32(flags)
    if (kind.isNumber) rows.f64(isRecorded ? numberOf(point, bytes, 4) : Number.NaN)
    else writeDistribution(table, rows, arrays, isRecorded)
    if (exemplars !== null) arrays.exemplars(point, exemplars)
    if (table !== "otel_metrics_gauge" && table !== "otel_metrics_summary") rows.i32(data.varint(2))
    if (table === "otel_metrics_sum") rows.u8(data.varint(3) === 0 ? 0 : 1)
    batch.keep(table)
  }

  /** NaN stands for a number that was not sent. */
  function writeDistribution(
    table: Table,
    rows: RowWriter,
    arrays: ReturnType<typeof arrayWriter>,
    isRecorded: boolean,
  ): void {
    const optional = (field: number) =>
      isRecorded ? point.doubleOr(field, Number.NaN) : Number.NaN
    const count = isRecorded ? point.place(4) : -1
    rows.copy8(source, count)
    // Without measurements their sum is known, and some senders leave a zero out.
    const isEmpty = table === "otel_metrics_summary" || batch.msAt(count) === 0
    rows.f64(isRecorded && isEmpty ? point.double(5) : optional(5))
    if (table === "otel_metrics_histogram") {
      rows.f64(optional(11))
      rows.f64(optional(12))
      arrays.fixed(point, 6)
      arrays.fixed(point, 7)
    } else if (table === "otel_metrics_exponential_histogram") {
      rows.f64(optional(12))
      rows.f64(optional(13))
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
