import {
  listMetricAttributes,
  listMetrics,
  readExemplars,
  type Exemplar,
  type Metric,
  type MetricAttribute,
} from "../../telemetry/query/metrics/list-metrics.ts"
import type { Aggregation } from "../../telemetry/query/metrics/metric-sql.ts"
import type { MetricKind } from "../../telemetry/query/metrics/metric-table.ts"
import { readSeries, type Series } from "../../telemetry/query/metrics/read-series.ts"
import { chooseStep } from "../../telemetry/query/window.ts"
import { builder } from "../kernel/builder.ts"
import { invalid } from "../kernel/errors.ts"
import { mayRead, queryArg, rangeArgs } from "./telemetry-args.graph.ts"
import { readTelemetry } from "./telemetry-store.ts"
import { readCount, readWindow } from "./telemetry-window.ts"

const MetricKindType = builder.enumType("MetricKind", {
  description: "How a metric is measured.",
  values: {
    GAUGE: { value: "gauge", description: "A value at each moment." },
    SUM: { value: "sum", description: "A counter, or a sum that can also fall." },
    HISTOGRAM: { value: "histogram", description: "Counts in buckets with fixed bounds." },
    EXPONENTIAL_HISTOGRAM: {
      value: "exponential_histogram",
      description: "Counts in buckets whose bounds grow exponentially.",
    },
    SUMMARY: { value: "summary", description: "Quantiles computed by the sender." },
  } satisfies Record<string, { value: MetricKind; description: string }>,
})

const AggregationType = builder.enumType("MetricAggregation", {
  description: "What a series shows of each step.",
  values: {
    AVG: { value: "avg", description: "Mean." },
    SUM: {
      value: "sum",
      description:
        "Sum of the last values of all series, of deltas the sum of all; of what a histogram measured.",
    },
    MIN: { value: "min", description: "Least value of a gauge or sum." },
    MAX: { value: "max", description: "Greatest value of a gauge or sum." },
    RATE: {
      value: "rate",
      description:
        "Increase per second of a sum that only grows, or of a histogram's count; refused for a sum that can fall.",
    },
    INCREASE: { value: "increase", description: "As RATE, in a step; resets are recognized." },
    P50: { value: "p50", description: "Median of a histogram or summary." },
    P75: { value: "p75", description: "75th percentile." },
    P90: { value: "p90", description: "90th percentile." },
    P95: { value: "p95", description: "95th percentile." },
    P99: { value: "p99", description: "99th percentile." },
  } satisfies Record<string, { value: Aggregation; description: string }>,
})

const MetricType = builder.objectRef<Metric>("Metric").implement({
  description: "A metric with data points in the time range.",
  fields: (t) => ({
    name: t.exposeString("name", { description: "Its name." }),
    kind: t.expose("kind", { type: MetricKindType, description: "How it is measured." }),
    unit: t.exposeString("unit", { description: "Its unit in UCUM, such as ms or By." }),
    description: t.exposeString("description", { description: "What it measures." }),
    isMonotonic: t.exposeBoolean("isMonotonic", {
      description:
        "Whether a sum only grows: its rate is of interest, not its value. False if one of its series can fall.",
    }),
    points: t.exposeFloat("points", { description: "Number of data points." }),
    series: t.exposeInt("series", { description: "Number of streams, estimated." }),
    services: t.exposeStringList("services", { description: "Services that send it, at most 50." }),
    lastAt: t.field({
      type: "DateTime",
      description: "Time of its last data point.",
      resolve: ({ lastAt }) => new Date(lastAt * 1000),
    }),
  }),
})

const AttributeType = builder.objectRef<MetricAttribute>("MetricAttribute").implement({
  description: "An attribute of a metric's data points.",
  fields: (t) => ({
    key: t.exposeString("key", { description: "Its name in queries." }),
    values: t.exposeInt("values", { description: "Number of its values, estimated." }),
    examples: t.exposeStringList("examples", { description: "Up to 20 of its values." }),
  }),
})

const PointType = builder.objectRef<Series["points"][number]>("MetricPoint").implement({
  description: "The value of one step.",
  fields: (t) => ({
    at: t.field({
      type: "DateTime",
      description: "Start of the step.",
      resolve: ({ at }) => new Date(at * 1000),
    }),
    value: t.exposeFloat("value", { description: "The value in the metric's unit." }),
  }),
})

const SeriesType = builder.objectRef<Series>("MetricSeries").implement({
  description: "One line of a chart.",
  fields: (t) => ({
    labels: t.exposeStringList("labels", {
      description: "Values of the fields that it was split by; empty where it has none.",
    }),
    points: t.expose("points", {
      type: [PointType],
      description: "Oldest first. A step without data has no point.",
    }),
  }),
})

type List = { stepSeconds: number; isCut: boolean; series: Series[] }
const SeriesListType = builder.objectRef<List>("MetricSeriesList").implement({
  description: "Series of a metric.",
  fields: (t) => ({
    stepSeconds: t.exposeInt("stepSeconds", { description: "Length of a step." }),
    isCut: t.exposeBoolean("isCut", { description: "True if there are more than 50 series." }),
    series: t.expose("series", {
      type: [SeriesType],
      description: "Those with the greatest values first, at most 50.",
    }),
  }),
})

const ExemplarType = builder.objectRef<Exemplar>("MetricExemplar").implement({
  description: "A measurement with its trace.",
  fields: (t) => ({
    at: t.field({
      type: "DateTime",
      description: "When it was measured.",
      resolve: ({ at }) => new Date(at * 1000),
    }),
    value: t.exposeFloat("value", { description: "What was measured." }),
    traceId: t.exposeString("traceId", { description: "Its trace." }),
    spanId: t.exposeString("spanId", { description: "Its span." }),
    attributes: t.expose("attributes", {
      type: "JSON",
      description: "Attributes that the series do not have.",
    }),
  }),
})

const mostFields = 4
const mostSteps = 240

const metricArgs = builder.args((t) => ({
  name: t.string({ required: true, description: "The metric's name." }),
  kind: t.field({ type: MetricKindType, required: true, description: "The metric's kind." }),
}))

builder.prismaObjectFields("Project", (t) => ({
  metrics: t.field({
    type: [MetricType],
    authScopes: mayRead,
    description:
      "Metrics by name, at most 1,000. Words of the query are searched in names. Needs telemetry:read.",
    args: { ...queryArg, ...rangeArgs },
    resolve: ({ id }, { query, ...range }, ctx) => {
      const window = readWindow(id, range)
      return readTelemetry(ctx, (store) => listMetrics(store, window, query))
    },
  }),
  metricAttributes: t.field({
    type: [AttributeType],
    authScopes: mayRead,
    description: "Attributes by which a metric can be split. Needs telemetry:read.",
    args: { ...metricArgs, ...rangeArgs },
    resolve: ({ id }, { name, kind, ...range }, ctx) => {
      const window = readWindow(id, range)
      return readTelemetry(ctx, (store) => listMetricAttributes(store, window, { name, kind }))
    },
  }),
  metricSeries: t.field({
    type: SeriesListType,
    authScopes: mayRead,
    description: "A metric over time. Needs telemetry:read.",
    args: {
      ...metricArgs,
      ...queryArg,
      ...rangeArgs,
      aggregation: t.arg({
        type: AggregationType,
        required: true,
        description: "What to show of each step.",
      }),
      by: t.arg.stringList({
        description: "Up to 4 fields by whose values series are kept apart: service, attr.region.",
      }),
      steps: t.arg.int({ description: "Number of steps, at most 240; 120 by default." }),
    },
    resolve: async ({ id }, { name, kind, query, aggregation, by, steps, ...range }, ctx) => {
      const fields = by ?? []
      if (fields.length > mostFields) throw invalid("#/by", `must be at most ${mostFields} fields`)
      const window = readWindow(id, range)
      const stepSeconds = chooseStep(
        window,
        readCount(steps, { fallback: mostSteps / 2, most: mostSteps, pointer: "#/steps" }),
      )
      const input = { name, kind, query, by: fields, aggregation, stepSeconds }
      const found = await readTelemetry(ctx, (store) => readSeries(store, window, input))
      return { stepSeconds, ...found }
    },
  }),
  metricExemplars: t.field({
    type: [ExemplarType],
    authScopes: mayRead,
    description:
      "Measurements of a metric with their traces, the greatest first, at most 200. Needs telemetry:read.",
    args: { ...metricArgs, ...queryArg, ...rangeArgs },
    resolve: ({ id }, { name, kind, query, ...range }, ctx) => {
      const window = readWindow(id, range)
      return readTelemetry(ctx, (store) => readExemplars(store, window, { name, kind }, query))
    },
  }),
}))
