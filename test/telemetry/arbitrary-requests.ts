import fc from "fast-check"
import type { Signal } from "../../src/telemetry/otlp/otlp-error.ts"
import { nanoseconds } from "../support/otlp.ts"

export const nowMs = Date.UTC(2026, 10, 23)

const text = fc.string({ unit: "grapheme", maxLength: 60 })
const time = fc.integer({ min: nowMs - 86_400_000, max: nowMs }).map(nanoseconds)
const whole = fc.bigInt(0n, 2n ** 63n - 1n).map(String)
const float = fc.double({ noNaN: true, noDefaultInfinity: true })
const hex = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((one) => Buffer.from(one).toString("hex"))

const { value } = fc.letrec<{ value: object }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.record({ stringValue: text }),
    fc.record({ boolValue: fc.boolean() }),
    fc.record({ intValue: fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n).map(String) }),
    fc.record({ doubleValue: float }),
    fc.record({ bytesValue: fc.base64String() }),
    fc.record({ arrayValue: fc.record({ values: fc.array(tie("value"), { maxLength: 3 }) }) }),
    fc.record({
      kvlistValue: fc.record({
        values: fc.array(fc.record({ key: text, value: tie("value") }), { maxLength: 3 }),
      }),
    }),
  ),
}))
const attributes = fc.array(fc.record({ key: text, value }), { maxLength: 5 })
const scope = fc.record({ name: text, version: text, attributes })

const log = fc.record({
  timeUnixNano: time,
  observedTimeUnixNano: time,
  severityNumber: fc.integer({ min: 0, max: 24 }),
  severityText: text,
  body: value,
  attributes,
  flags: fc.integer({ min: 0, max: 255 }),
  traceId: hex(16),
  spanId: hex(8),
  eventName: text,
})
const span = fc.record({
  traceId: hex(16),
  spanId: hex(8),
  parentSpanId: hex(8),
  traceState: text,
  name: text,
  kind: fc.integer({ min: 0, max: 5 }),
  startTimeUnixNano: time,
  endTimeUnixNano: time,
  attributes,
  events: fc.array(fc.record({ timeUnixNano: time, name: text, attributes }), { maxLength: 3 }),
  links: fc.array(fc.record({ traceId: hex(16), spanId: hex(8), traceState: text, attributes }), {
    maxLength: 3,
  }),
  status: fc.record({ code: fc.integer({ min: 0, max: 2 }), message: text }),
})
const exemplars = fc.array(
  fc.record({
    timeUnixNano: time,
    asDouble: float,
    traceId: hex(16),
    spanId: hex(8),
    filteredAttributes: attributes,
  }),
  { maxLength: 2 },
)
const point = {
  startTimeUnixNano: time,
  timeUnixNano: time,
  attributes,
  flags: fc.integer({ min: 0, max: 1 }),
}
const numbers = fc.array(
  fc.oneof(
    fc.record({ ...point, exemplars, asDouble: float }),
    fc.record({ ...point, exemplars, asInt: fc.bigInt(-(2n ** 53n), 2n ** 53n).map(String) }),
  ),
  { maxLength: 3 },
)
const counted = { ...point, exemplars, count: whole, sum: float, min: float, max: float }
const buckets = fc.record({
  offset: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  bucketCounts: fc.array(whole, { maxLength: 5 }),
})
const aggregationTemporality = fc.integer({ min: 0, max: 2 })
const named = { name: text, description: text, unit: text }
const metric = fc.oneof(
  fc.record({ ...named, gauge: fc.record({ dataPoints: numbers }) }),
  fc.record({
    ...named,
    sum: fc.record({ dataPoints: numbers, aggregationTemporality, isMonotonic: fc.boolean() }),
  }),
  fc.record({
    ...named,
    histogram: fc.record({
      aggregationTemporality,
      dataPoints: fc.array(
        fc.record({
          ...counted,
          bucketCounts: fc.array(whole, { maxLength: 5 }),
          explicitBounds: fc.array(float, { maxLength: 5 }),
        }),
        { maxLength: 2 },
      ),
    }),
  }),
  fc.record({
    ...named,
    exponentialHistogram: fc.record({
      aggregationTemporality,
      dataPoints: fc.array(
        fc.record({
          ...counted,
          scale: fc.integer({ min: -20, max: 20 }),
          zeroCount: whole,
          positive: buckets,
          negative: buckets,
        }),
        { maxLength: 2 },
      ),
    }),
  }),
  fc.record({
    ...named,
    summary: fc.record({
      dataPoints: fc.array(
        fc.record({
          ...point,
          count: whole,
          sum: float,
          quantileValues: fc.array(fc.record({ quantile: float, value: float }), { maxLength: 3 }),
        }),
        { maxLength: 2 },
      ),
    }),
  }),
)

/** A request with at most two resources, whose records are `record`. */
const request = (names: [string, string, string], record: fc.Arbitrary<object>) =>
  fc
    .array(
      fc.record({
        resource: fc.record({ attributes }),
        schemaUrl: text,
        [names[1]]: fc.array(
          fc.record({ scope, schemaUrl: text, [names[2]]: fc.array(record, { maxLength: 3 }) }),
          { maxLength: 2 },
        ),
      }),
      { maxLength: 2 },
    )
    .map((all) => ({ [names[0]]: all }))

/** Random requests of each signal, in the form of JSON. */
export const requests: [Signal, fc.Arbitrary<object>][] = [
  ["logs", request(["resourceLogs", "scopeLogs", "logRecords"], log)],
  ["traces", request(["resourceSpans", "scopeSpans", "spans"], span)],
  ["metrics", request(["resourceMetrics", "scopeMetrics", "metrics"], metric)],
]
