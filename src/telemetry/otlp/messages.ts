/** How a value of JSON is written in protobuf; an object of fields is a message. */
export type Kind =
  | "string"
  | "hex"
  | "base64"
  | "fixed64"
  | "sfixed64"
  | "int64"
  | "double"
  | "fixed32"
  | "uint32"
  | "sint32"
  | "bool"
  | "enum"
  | (() => Message)

type Field = readonly [number: number, kind: Kind, list?: "list"]
type FieldsByName = Readonly<Record<string, Field>>

/** Fields by their name in JSON: number, kind, and whether it is a list. */
export type Message = ReadonlyMap<string, Field>

/** Names in snake case are those of protobuf itself; some senders write them in JSON. */
const message = (fields: FieldsByName): Message =>
  new Map(
    Object.entries(fields).flatMap(([name, field]) => [
      [name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), field],
      [name, field],
    ]),
  )

const anyValue = message({
  stringValue: [1, "string"],
  boolValue: [2, "bool"],
  intValue: [3, "int64"],
  doubleValue: [4, "double"],
  arrayValue: [5, () => arrayValue],
  kvlistValue: [6, () => kvlist],
  bytesValue: [7, "base64"],
})
const keyValue = message({ key: [1, "string"], value: [2, () => anyValue] })
const arrayValue = message({ values: [1, () => anyValue, "list"] })
const kvlist = message({ values: [1, () => keyValue, "list"] })
/** The kind of attributes, most of which are written in a shorter way. */
export const attribute = () => keyValue
const attributes = (field: number) => [field, attribute, "list"] as const

const resource = message({ attributes: attributes(1) })
const scope = message({
  name: [1, "string"],
  version: [2, "string"],
  attributes: attributes(3),
})

/** Messages that only hold others, down to the records: an unknown list in them may be records that are not found. */
export const containers = new Set<Message>()

/** The message of an export request whose records are `record`. */
function request(resources: string, scopes: string, records: string, record: Message): Message {
  const ofScope = message({
    scope: [1, () => scope],
    [records]: [2, () => record, "list"],
    schemaUrl: [3, "string"],
    // Until 2022.
    instrumentationLibrary: [1, () => scope],
    ...(records === "logRecords" && { logs: [2, () => record, "list"] }),
  })
  const ofResource = message({
    resource: [1, () => resource],
    [scopes]: [2, () => ofScope, "list"],
    schemaUrl: [3, "string"],
    [scopes.replace("scope", "instrumentationLibrary")]: [1000, () => ofScope, "list"],
  })
  const whole = message({ [resources]: [1, () => ofResource, "list"] })
  for (const one of [ofScope, ofResource, whole]) containers.add(one)
  return whole
}

const logRecord = message({
  timeUnixNano: [1, "fixed64"],
  observedTimeUnixNano: [11, "fixed64"],
  severityNumber: [2, "enum"],
  severityText: [3, "string"],
  body: [5, () => anyValue],
  attributes: attributes(6),
  flags: [8, "fixed32"],
  traceId: [9, "hex"],
  spanId: [10, "hex"],
  eventName: [12, "string"],
})

const event = message({
  timeUnixNano: [1, "fixed64"],
  name: [2, "string"],
  attributes: attributes(3),
})
const link = message({
  traceId: [1, "hex"],
  spanId: [2, "hex"],
  traceState: [3, "string"],
  attributes: attributes(4),
})
const status = message({
  message: [2, "string"],
  code: [3, "enum"],
  deprecatedCode: [1, "enum"],
})
const span = message({
  traceId: [1, "hex"],
  spanId: [2, "hex"],
  traceState: [3, "string"],
  parentSpanId: [4, "hex"],
  name: [5, "string"],
  kind: [6, "enum"],
  startTimeUnixNano: [7, "fixed64"],
  endTimeUnixNano: [8, "fixed64"],
  attributes: attributes(9),
  events: [11, () => event, "list"],
  links: [13, () => link, "list"],
  status: [15, () => status],
})

const exemplar = message({
  timeUnixNano: [2, "fixed64"],
  asDouble: [3, "double"],
  asInt: [6, "sfixed64"],
  spanId: [4, "hex"],
  traceId: [5, "hex"],
  filteredAttributes: attributes(7),
})
const point = (exemplars: number) =>
  ({
    startTimeUnixNano: [2, "fixed64"],
    timeUnixNano: [3, "fixed64"],
    exemplars: [exemplars, () => exemplar, "list"],
  }) satisfies FieldsByName
const counted = { count: [4, "fixed64"], sum: [5, "double"] } satisfies FieldsByName

const nothing = message({})
const labels = [1, () => nothing, "list"] as const

const numberPoint = message({
  ...point(5),
  labels,
  attributes: attributes(7),
  asDouble: [4, "double"],
  asInt: [6, "sfixed64"],
  flags: [8, "uint32"],
})
const histogramPoint = message({
  ...point(8),
  ...counted,
  labels,
  attributes: attributes(9),
  bucketCounts: [6, "fixed64", "list"],
  explicitBounds: [7, "double", "list"],
  flags: [10, "uint32"],
  min: [11, "double"],
  max: [12, "double"],
})
const buckets = message({ offset: [1, "sint32"], bucketCounts: [2, "int64", "list"] })
const exponentialPoint = message({
  ...point(11),
  ...counted,
  attributes: attributes(1),
  scale: [6, "sint32"],
  zeroCount: [7, "fixed64"],
  positive: [8, () => buckets],
  negative: [9, () => buckets],
  flags: [10, "uint32"],
  min: [12, "double"],
  max: [13, "double"],
})
const quantile = message({ quantile: [1, "double"], value: [2, "double"] })
const summaryPoint = message({
  startTimeUnixNano: [2, "fixed64"],
  timeUnixNano: [3, "fixed64"],
  ...counted,
  labels,
  attributes: attributes(7),
  quantileValues: [6, () => quantile, "list"],
  flags: [8, "uint32"],
})

const data = (of: Message): Message =>
  message({
    dataPoints: [1, () => of, "list"],
    aggregationTemporality: [2, "enum"],
    isMonotonic: [3, "bool"],
  })
const [gauge, histogram, exponentialHistogram, summary] = [
  data(numberPoint),
  data(histogramPoint),
  data(exponentialPoint),
  data(summaryPoint),
]
/** Kinds that were removed in 2021: the decoder only counts their points. */
const retiredData = data(nothing)
const retired = () => retiredData
const metric = message({
  intGauge: [4, retired],
  doubleGauge: [4, retired],
  intSum: [6, retired],
  doubleSum: [6, retired],
  intHistogram: [8, retired],
  doubleHistogram: [8, retired],
  doubleSummary: [8, retired],
  name: [1, "string"],
  description: [2, "string"],
  unit: [3, "string"],
  gauge: [5, () => gauge],
  sum: [7, () => gauge],
  histogram: [9, () => histogram],
  exponentialHistogram: [10, () => exponentialHistogram],
  summary: [11, () => summary],
})

/** The export request of each signal. */
export const requests = {
  logs: request("resourceLogs", "scopeLogs", "logRecords", logRecord),
  traces: request("resourceSpans", "scopeSpans", "spans", span),
  metrics: request("resourceMetrics", "scopeMetrics", "metrics", metric),
}

/** Names of enum values; the specification wants numbers, some senders write names. */
export const enumValues: Readonly<Record<string, number>> = {
  SPAN_KIND_UNSPECIFIED: 0,
  SPAN_KIND_INTERNAL: 1,
  SPAN_KIND_SERVER: 2,
  SPAN_KIND_CLIENT: 3,
  SPAN_KIND_PRODUCER: 4,
  SPAN_KIND_CONSUMER: 5,
  STATUS_CODE_UNSET: 0,
  STATUS_CODE_OK: 1,
  STATUS_CODE_ERROR: 2,
  AGGREGATION_TEMPORALITY_UNSPECIFIED: 0,
  AGGREGATION_TEMPORALITY_DELTA: 1,
  AGGREGATION_TEMPORALITY_CUMULATIVE: 2,
  ...Object.fromEntries(
    ["TRACE", "DEBUG", "INFO", "WARN", "ERROR", "FATAL"].flatMap((name, at) =>
      [1, 2, 3, 4].map((step) => [
        `SEVERITY_NUMBER_${name}${step === 1 ? "" : step}`,
        at * 4 + step,
      ]),
    ),
  ),
}
