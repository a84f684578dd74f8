import { z } from "zod"
import { graphql } from "../../rest/graphql.ts"
import { cursor, lower, nextCursor, rows } from "../answers.ts"
import {
  edgesOf,
  logFields,
  logOf,
  pairsOf,
  query,
  range,
  short,
  traceFields,
  traceOf,
  windowOf,
} from "../telemetry-answers.ts"
import { notFound, ToolError } from "../tool-error.ts"
import { readTool } from "../tool.ts"
import { untrusted, untrustedOrNull } from "../untrusted.ts"

const mostSpans = 16
const mostLogs = 6

const traceId = z
  .string({ error: "must be text" })
  .regex(/^[0-9a-f]{32}$/i, "must be 32 hexadecimal digits, from query_traces or search_logs")

export const queryTraces = readTool({
  name: "query_traces",
  title: "Query traces",
  description:
    "Traces with a span that matches a query; or, with trace, one trace: its failed and slowest spans in order, " +
    "each with the time that the trace waited for it (critical_ms), and its logs. With trace and baseline: where they " +
    "differ, and which span is the cause.",
  scope: "telemetry:read",
  example: { query: "service:cart status:error duration>500ms", order: "slowest" },
  input: z.strictObject({
    trace: traceId.optional(),
    baseline: traceId.optional().describe("Another trace to compare it with, such as a good one."),
    query: query.describe(
      "As in search_logs, with the fields service, name, status, duration, kind, root, host, path, code. Empty for all.",
    ),
    order: z.enum(["newest", "slowest"]).default("newest"),
    ...range,
    cursor,
  }),
  output: z.object({
    traces: rows,
    spans: rows,
    compared: rows.optional(),
    logs: rows,
    next_cursor: nextCursor,
  }),
  document: graphql(
    `
      query mcpTraces(
        $projectId: ID!
        $query: String!
        $from: DateTime!
        $to: DateTime!
        $after: String
        $order: TraceOrder!
        $trace: String!
        $baseline: String!
        $isOne: Boolean!
        $isList: Boolean!
        $isCompared: Boolean!
      ) {
        project(id: $projectId) {
          traces(query: $query, from: $from, to: $to, first: 14, after: $after, order: $order)
            @include(if: $isList) {
            nextCursor
            traces {
              ...McpTrace
            }
          }
          comparedTraces(traceId: $trace, baseline: $baseline) @include(if: $isCompared) {
            depth
            service
            name
            difference
            isCause
            first {
              durationMs
            }
            second {
              durationMs
              statusMessage
            }
          }
          trace(traceId: $trace) @include(if: $isOne) {
            service
            name
            kind
            status
            statusMessage
            durationMs
            offsetMs
            criticalMs
            depth
            attributes
          }
          traceLogs(traceId: $trace) @include(if: $isOne) {
            ...McpLog
          }
        }
      }
    `,
    [logFields, traceFields],
  ),
  variables: ({ projectId, args, now }) => {
    if (args.baseline !== undefined && args.trace === undefined) {
      throw new ToolError("validation_failed", "Give trace with baseline: the two are compared.")
    }
    return {
      projectId,
      query: args.query,
      ...windowOf(args, now),
      after: args.cursor ?? null,
      order: args.order === "newest" ? ("NEWEST" as const) : ("SLOWEST" as const),
      trace: args.trace ?? "",
      baseline: args.baseline ?? "",
      isOne: args.trace !== undefined,
      isList: args.trace === undefined,
      isCompared: args.baseline !== undefined,
    }
  },
  page: {
    list: "traces",
    of: ({ project }) => project?.traces && edgesOf([], project.traces.nextCursor),
  },
  answer: ({ project }, { args }) => {
    const spans = project?.trace ?? []
    if (args.trace !== undefined && spans.length === 0) {
      throw notFound("trace", "query_traces without trace lists them.")
    }
    const compared = project?.comparedTraces
    return {
      traces: (project?.traces?.traces ?? []).map(traceOf),
      spans: tellingSpans(spans).map(spanOf),
      ...(compared && differencesOf(compared)),
      logs: tellingLogs(project?.traceLogs ?? []).map(logOf),
      ...(spans.length > mostSpans ? { spans_left_out: spans.length - mostSpans } : {}),
    }
  },
})

type Span = {
  service: string
  name: string
  kind: string
  status: string
  statusMessage: string
  durationMs: number
  offsetMs: number
  criticalMs: number
  depth: number
  attributes: unknown
}

const weightOf = ({ status, criticalMs }: Span) => [status === "Error" ? 1 : 0, criticalMs] as const

/** The spans that say most: those that failed, then those that the trace waited for; in the trace's order. */
function tellingSpans(spans: readonly Span[]): Span[] {
  const kept = new Set(
    spans
      .toSorted((one, other) => {
        const [a, b] = [weightOf(one), weightOf(other)]
        return b[0] - a[0] || b[1] - a[1]
      })
      .slice(0, mostSpans),
  )
  return spans.filter((one) => kept.has(one))
}

const spanOf = (span: Span) => ({
  depth: span.depth,
  span: untrusted(`${span.service} ${span.name}`, 100),
  kind: lower(span.kind),
  offset_ms: short(span.offsetMs),
  duration_ms: short(span.durationMs),
  critical_ms: short(span.criticalMs),
  ...(span.status === "Error"
    ? {
        error: untrusted(span.statusMessage, 200),
        attributes: untrustedOrNull(pairsOf(span.attributes), 200),
      }
    : {}),
})

type Compared = {
  depth: number
  service: string
  name: string
  difference: string
  isCause: boolean
  first: { durationMs: number } | null
  second: { durationMs: number; statusMessage: string } | null
}

/** Where two traces differ, in the trace's order: `first` is the baseline. */
function differencesOf(spans: readonly Compared[]) {
  const different = spans.filter(({ difference, isCause }) => isCause || difference !== "SAME")
  const cause = different.findIndex(({ isCause }) => isCause)
  // Enough to see what led to the cause, which comes after the spans that it is part of.
  const from = Math.max(0, cause - mostSpans + 1)
  const shown = different.slice(from, from + mostSpans)
  return {
    compared: shown.map(({ depth, service, name, difference, isCause, first, second }) => ({
      depth,
      span: untrusted(`${service} ${name}`, 100),
      difference: lower(difference),
      ...(first && { baseline_ms: short(first.durationMs) }),
      ...(second && { duration_ms: short(second.durationMs) }),
      ...(second?.statusMessage ? { error: untrusted(second.statusMessage, 200) } : {}),
      ...(isCause ? { is_cause: true } : {}),
    })),
    ...(different.length > shown.length
      ? { differences_left_out: different.length - shown.length }
      : {}),
  }
}

/** The worst records of a trace, in their order. */
function tellingLogs<T extends { severityNumber: number }>(logs: readonly T[]): T[] {
  const kept = new Set(
    logs.toSorted((one, other) => other.severityNumber - one.severityNumber).slice(0, mostLogs),
  )
  return logs.filter((one) => kept.has(one))
}
