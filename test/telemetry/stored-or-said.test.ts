import { expect, test } from "vitest"
import { decode } from "../../src/telemetry/otlp/decode.ts"
import { OtlpError, type Signal } from "../../src/telemetry/otlp/otlp-error.ts"
import { readRow } from "../../src/telemetry/otlp/read-row.ts"
import type { Table } from "../../src/telemetry/otlp/tables.ts"
import { transcode } from "../../src/telemetry/otlp/transcode.ts"
import { nanoseconds } from "../support/otlp.ts"
import { nowMs } from "./arbitrary-requests.ts"
import { fixed64, wrap } from "./proto-bytes.ts"

const owner = { projectId: "019f0000-0000-7000-8000-0000000000aa", retentionDays: 30, rules: [] }
const time = nanoseconds(nowMs)
const trace = "0af7651916cd43dd8448eb211c80319c"
const id = "b7ad6b7169203331"

/** What becomes of a request in JSON: how many records are stored and rejected, and what is said. */
function take(signal: Signal, request: object) {
  const { bytes, unread } = transcode(signal, Buffer.from(JSON.stringify(request)))
  return { ...decode(signal, bytes, owner, nowMs), unread }
}
const spans = (...all: object[]) => ({
  resourceSpans: [
    {
      scopeSpans: [
        {
          spans: all.map((one) => ({
            name: "pay",
            startTimeUnixNano: time,
            endTimeUnixNano: time,
            ...one,
          })),
        },
      ],
    },
  ],
})
const logs = (...all: object[]) => ({
  resourceLogs: [
    { scopeLogs: [{ logRecords: all.map((one) => ({ timeUnixNano: time, ...one })) }] },
  ],
})

const notIds = [
  ["no hexadecimal number", "x".repeat(32)],
  ["base64", Buffer.from(trace, "hex").toString("base64")],
  ["too short", trace.slice(2)],
  ["too long", `${trace}00`],
  ["one digit too many", `${trace}0`],
  ["other letters", "é".repeat(32)],
] as const

test.each([...notIds, ["all zeros", "0".repeat(32)], ["empty", ""]] as const)(
  "rejects a span whose trace id is %s, and keeps the one beside it",
  (_name, traceId) => {
    const found = take("traces", spans({ traceId, spanId: id }, { traceId: trace, spanId: id }))
    expect([found.accepted, found.rejected]).toEqual([1, 1])
    expect(found.remark).toMatch(/^1 span is rejected because an ID is not valid/)
  },
)

test.each([
  [{ traceId: trace, spanId: "xyz" }, 1],
  [{ traceId: trace, spanId: "0".repeat(16) }, 1],
  [{ traceId: trace }, 1],
  [{ spanId: id }, 1],
  [{ traceId: trace, spanId: id, parentSpanId: "xyz" }, 1],
  [{ traceId: trace, spanId: id, parentSpanId: "0".repeat(16) }, 0],
  [{ traceId: trace, spanId: id, parentSpanId: "" }, 0],
])("rejects a span by any of its ids: %j", (span, rejected) => {
  const found = take("traces", spans(span))
  expect([found.accepted, found.rejected]).toEqual([1 - rejected, rejected])
})

test.each(notIds)("rejects a log record whose trace id is %s", (_name, traceId) => {
  const found = take("logs", logs({ traceId, spanId: id }, { traceId: trace, spanId: id }))
  expect([found.accepted, found.rejected]).toEqual([1, 1])
  expect(found.remark).toMatch(/^1 log record is rejected because an ID is not valid.*base64/)
})

test("a log record with ids of zeros belongs to no trace, as the protocol says", () => {
  const found = take("logs", logs({ traceId: "0".repeat(32), spanId: "0".repeat(16) }))
  expect([found.accepted, found.rejected, found.remark]).toEqual([1, 0, null])
})

test("says so where ids of links and exemplars lead nowhere", () => {
  const linked = take("traces", spans({ traceId: trace, spanId: id, links: [{ traceId: "x" }] }))
  expect([linked.accepted, linked.remark]).toEqual([
    1,
    "2 IDs are missing or not valid in links or exemplars.",
  ])
  const dataPoints = [
    { timeUnixNano: time, asDouble: 1, exemplars: [{ asDouble: 1, traceId: "x", spanId: id }] },
  ]
  expect(take("metrics", metrics({ name: "m", gauge: { dataPoints } })).remark).toMatch(/1 ID is/)
})

const metrics = (...all: object[]) => ({ resourceMetrics: [{ scopeMetrics: [{ metrics: all }] }] })
const point = (more: object) => ({ timeUnixNano: time, ...more })

test.each<[string, object, RegExp]>([
  ["no value", { name: "m", gauge: { dataPoints: [point({})] } }, /there is no value/],
  ["no name", { gauge: { dataPoints: [point({ asInt: 1 })] } }, /the metric has no name/],
  [
    "a removed kind",
    { name: "m", intGauge: { dataPoints: [point({ value: 1 })] } },
    /removed from OTLP/,
  ],
  [
    "a removed kind",
    { name: "m", doubleSum: { dataPoints: [point({ value: 1 })] } },
    /removed from OTLP/,
  ],
  [
    "labels in place of attributes",
    { name: "m", gauge: { dataPoints: [point({ asInt: 1, labels: [{ key: "a", value: "b" }] })] } },
    /removed from OTLP/,
  ],
])("rejects a data point with %s", (_name, metric, says) => {
  const found = take("metrics", metrics(metric))
  expect([found.accepted, found.rejected]).toEqual([0, 1])
  expect(found.remark).toMatch(says)
})

test("says how many metrics have no data of a known kind", () => {
  const found = take("metrics", metrics({ name: "m", percentile: { dataPoints: [point({})] } }))
  expect(found.remark).toBe("1 metric is without data of a known kind.")
})

test("reads the lists of instrumentation libraries that older SDKs send, in JSON", () => {
  const instrumentationLibrary = { name: "old", version: "1" }
  const span = {
    traceId: trace,
    spanId: id,
    name: "pay",
    startTimeUnixNano: time,
    endTimeUnixNano: time,
  }
  const resource = { attributes: [{ key: "service.name", value: { stringValue: "shop" } }] }
  const requests: [Signal, object][] = [
    [
      "traces",
      {
        resourceSpans: [
          { resource, instrumentationLibrarySpans: [{ instrumentationLibrary, spans: [span] }] },
        ],
      },
    ],
    [
      "logs",
      {
        resourceLogs: [
          {
            resource,
            instrumentationLibraryLogs: [
              { instrumentationLibrary, logs: [{ timeUnixNano: time }] },
            ],
          },
        ],
      },
    ],
    [
      "logs",
      {
        resourceLogs: [
          {
            resource,
            instrumentationLibraryLogs: [
              { instrumentationLibrary, logRecords: [{ timeUnixNano: time }] },
            ],
          },
        ],
      },
    ],
    [
      "metrics",
      {
        resourceMetrics: [
          {
            resource,
            instrumentationLibraryMetrics: [
              {
                instrumentationLibrary,
                metrics: [{ name: "m", gauge: { dataPoints: [point({ asInt: 1 })] } }],
              },
            ],
          },
        ],
      },
    ],
    [
      "traces",
      {
        resource_spans: [
          {
            resource,
            scope_spans: [{ spans: [{ ...span, trace_id: trace, start_time_unix_nano: time }] }],
          },
        ],
      },
    ],
  ]
  for (const [signal, request] of requests) {
    const { accepted, rejected, remark, unread, blocks } = take(signal, request)
    expect([accepted, rejected, remark, unread]).toEqual([1, 0, null, []])
    const [{ table, bytes } = { table: "otel_logs" as Table, bytes: Buffer.alloc(0) }] = blocks
    expect(readRow(table, bytes, 0).service).toBe("shop")
  }
})

/** Field 1000 of a message. */
const olderScopes = (body: Buffer) => {
  const [tag, ...rest] = wrap(1, body)
  expect(tag).toBe(10)
  return Buffer.concat([Buffer.from([0xc2, 0x3e]), Buffer.from(rest)])
}

const storedOf = (body: Buffer) => decode("logs", wrap(1, body), owner, nowMs).accepted

test("reads the field of instrumentation libraries in protobuf, unless the newer one is there too", () => {
  const record = wrap(2, fixed64(1, nowMs))
  expect(storedOf(olderScopes(record))).toBe(1)
  expect(
    storedOf(Buffer.concat([olderScopes(record), wrap(2, Buffer.concat([record, record]))])),
  ).toBe(2)
})

/** The status of a span that has only the field of 2020. */
function withStatus(code: number): string {
  const span = Buffer.concat([
    wrap(1, Buffer.from(trace, "hex")),
    wrap(2, Buffer.from(id, "hex")),
    fixed64(7, nowMs),
    wrap(15, Buffer.from([8, code])),
  ])
  const { blocks } = decode("traces", wrap(1, wrap(2, wrap(2, span))), owner, nowMs)
  return readRow("otel_traces", blocks[0]!.bytes, 0).status
}

test("an old status code is an error", () => {
  expect([withStatus(0), withStatus(2)]).toEqual(["Unset", "Error"])
})

test("whatever stores nothing says so", () => {
  const empty = { resourceSpans: [] }
  expect(take("traces", {})).toMatchObject({ accepted: 0, remark: null, unread: [] })
  expect(take("traces", empty)).toMatchObject({ accepted: 0, remark: null, unread: [] })
  expect(take("logs", spans({ traceId: trace, spanId: id })).unread).toEqual(["resourceSpans"])
  expect(take("logs", { resourceLogs: [{ resource: {}, scopeLog: [{}] }] })).toMatchObject({
    unread: ["scopeLog"],
    remark: "Nothing was stored: the request has no log records that this server can find.",
  })
  expect(take("traces", { resourceSpans: [{ scopeSpans: [{ spans: [] }] }] }).remark).toMatch(
    /no spans that this server can find/,
  )
})

test.each<[Signal, Signal]>([
  ["logs", "traces"],
  ["logs", "metrics"],
  ["traces", "logs"],
  ["traces", "metrics"],
  ["metrics", "traces"],
])("says so at the endpoint of %s where %s arrive in protobuf", (endpoint, sent) => {
  const request = {
    logs: logs({ body: { intValue: "5" }, severityText: "INFO" }),
    traces: spans({ traceId: trace, spanId: id }),
    metrics: metrics({ name: "m", gauge: { dataPoints: [point({ asInt: 1 })] } }),
  }[sent]
  const { bytes } = transcode(sent, Buffer.from(JSON.stringify(request)))
  const said = (() => {
    try {
      const { accepted, remark } = decode(endpoint, bytes, owner, nowMs)
      return accepted === 0 ? remark : null
    } catch (error) {
      return error instanceof OtlpError ? error.message : null
    }
  })()
  expect(said).toMatch(/rejected|Nothing was stored|ends in the middle/)
})
