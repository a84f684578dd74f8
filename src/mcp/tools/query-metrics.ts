import { z } from "zod"
import { graphql } from "../../rest/graphql.ts"
import { lower, rows } from "../answers.ts"
import { query, range, short, windowOf } from "../telemetry-answers.ts"
import { ToolError } from "../tool-error.ts"
import { readTool } from "../tool.ts"
import { untrusted, untrustedOrNull } from "../untrusted.ts"

const kinds = {
  gauge: { kind: "GAUGE", usual: "AVG" },
  sum: { kind: "SUM", usual: "RATE" },
  histogram: { kind: "HISTOGRAM", usual: "P95" },
  exponential_histogram: { kind: "EXPONENTIAL_HISTOGRAM", usual: "P95" },
  summary: { kind: "SUMMARY", usual: "P95" },
} as const

const aggregations = {
  avg: "AVG",
  sum: "SUM",
  min: "MIN",
  max: "MAX",
  rate: "RATE",
  increase: "INCREASE",
  p50: "P50",
  p75: "P75",
  p90: "P90",
  p95: "P95",
  p99: "P99",
} as const

const keysOf = <T extends object>(record: T) => Object.keys(record) as [keyof T, ...(keyof T)[]]

const mostMetrics = 40
const mostSeries = 8
const mostExemplars = 5
const steps = 24

export const queryMetrics = readTool({
  name: "query_metrics",
  title: "Query metrics",
  description:
    "Without metric: metrics by name, with kind, unit and services. With metric and its kind: its series over the " +
    "range, one value a step (null where there is none), those with the greatest values first, and exemplars: the " +
    "greatest measurements with their traces.",
  scope: "telemetry:read",
  example: { metric: "http.server.request.duration", kind: "histogram", by: ["service"] },
  input: z.strictObject({
    metric: z.string({ error: "must be text" }).min(1).max(300).optional(),
    kind: z.enum(keysOf(kinds)).optional(),
    aggregation: z
      .enum(keysOf(aggregations))
      .optional()
      .describe("avg, rate or p95 by default, after the kind."),
    by: z
      .array(z.string().max(200))
      .max(4, "must be at most 4 fields")
      .default([])
      .describe("One series for each value of these fields."),
    query: query.describe("Part of names, and fields: service, host, env, attributes."),
    ...range,
  }),
  output: z.object({ metrics: rows, series: rows, exemplars: rows }),
  document: graphql(`
    query mcpMetrics(
      $projectId: ID!
      $query: String!
      $from: DateTime!
      $to: DateTime!
      $name: String!
      $kind: MetricKind!
      $aggregation: MetricAggregation!
      $by: [String!]!
      $steps: Int!
      $isOne: Boolean!
      $isList: Boolean!
    ) {
      project(id: $projectId) {
        metrics(query: $query, from: $from, to: $to) @include(if: $isList) {
          name
          kind
          unit
          description
          series
          services
        }
        metricSeries(
          name: $name
          kind: $kind
          aggregation: $aggregation
          query: $query
          from: $from
          to: $to
          by: $by
          steps: $steps
        ) @include(if: $isOne) {
          stepSeconds
          isCut
          series {
            labels
            points {
              at
              value
            }
          }
        }
        metricExemplars(name: $name, kind: $kind, query: $query, from: $from, to: $to)
          @include(if: $isOne) {
          at
          value
          traceId
        }
      }
    }
  `),
  variables: ({ projectId, args, now }) => {
    if (args.metric !== undefined && args.kind === undefined) {
      throw new ToolError(
        "validation_failed",
        "Give kind with metric; query_metrics without metric says which kind each has.",
      )
    }
    const { kind, usual } = kinds[args.kind ?? "gauge"]
    return {
      projectId,
      query: args.query,
      ...windowOf(args, now),
      name: args.metric ?? "",
      kind,
      aggregation: args.aggregation === undefined ? usual : aggregations[args.aggregation],
      by: args.by,
      steps,
      isOne: args.metric !== undefined,
      isList: args.metric === undefined,
    }
  },
  answer: ({ project }) => {
    const metrics = project?.metrics ?? []
    const found = project?.metricSeries
    const series = found?.series ?? []
    return {
      metrics: metrics.slice(0, mostMetrics).map((one) => ({
        name: untrusted(one.name, 100),
        kind: lower(one.kind),
        unit: untrustedOrNull(one.unit, 20),
        about: untrustedOrNull(one.description, 100),
        series: one.series,
        services: untrusted(one.services.slice(0, 4).join(", "), 100),
      })),
      ...(metrics.length > mostMetrics ? { metrics_left_out: metrics.length - mostMetrics } : {}),
      ...(found && { step_seconds: found.stepSeconds }),
      series: series.slice(0, mostSeries).map((one) => seriesOf(one, found?.stepSeconds ?? 1)),
      exemplars: (project?.metricExemplars ?? [])
        .slice(0, mostExemplars)
        .map(({ at, value, traceId }) => ({ at, value: short(value), trace: traceId })),
      ...(series.length > mostSeries || found?.isCut === true
        ? {
            series_left_out: `${series.length - mostSeries}${found?.isCut === true ? " or more" : ""}`,
          }
        : {}),
    }
  },
})

type Series = {
  labels: readonly string[]
  points: readonly { at: string; value: number }[]
}

/** A series as a row of values from its first step on. */
function seriesOf({ labels, points }: Series, stepSeconds: number) {
  const [first] = points
  if (first === undefined) return { labels: untrusted(labels.join(", "), 120), values: [] }
  const values: (number | null)[] = []
  for (const { at, value } of points) {
    const step = Math.round((Date.parse(at) - Date.parse(first.at)) / 1000 / stepSeconds)
    while (values.length < step) values.push(null)
    values.push(short(value))
  }
  const known = points.map(({ value }) => value)
  return {
    labels: untrusted(labels.join(", "), 120),
    from: first.at,
    values,
    least: short(Math.min(...known)),
    greatest: short(Math.max(...known)),
  }
}
