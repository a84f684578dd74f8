import { compareTraces } from "../../telemetry/query/traces/compare-traces.ts"
import { readTrace, readTraceLogs } from "../../telemetry/query/traces/read-trace.ts"
import {
  countSpans,
  searchTraces,
  type SpanVolume,
  type TraceOrder,
  type TraceSummary,
} from "../../telemetry/query/traces/search-traces.ts"
import { shapeTrace } from "../../telemetry/query/traces/shape-trace.ts"
import { chooseStep } from "../../telemetry/query/window.ts"
import { builder } from "../kernel/builder.ts"
import { LogRecordType } from "./log-record.graph.ts"
import { ComparedSpanType, SpanType } from "./span.graph.ts"
import { mayRead, queryArg, rangeArgs } from "./telemetry-args.graph.ts"
import { readTelemetry } from "./telemetry-store.ts"
import {
  readCount,
  readTraceCursor,
  readTraceId,
  readWindow,
  writeTraceCursor,
} from "./telemetry-window.ts"

const TraceService = builder.objectRef<TraceSummary["services"][number]>("TraceService").implement({
  description: "A service that took part in a trace.",
  fields: (t) => ({
    name: t.exposeString("name", { description: "Its name." }),
    spans: t.exposeInt("spans", { description: "Number of its spans." }),
  }),
})

const TraceSummaryType = builder.objectRef<TraceSummary>("TraceSummary").implement({
  description: "A trace in a list.",
  fields: (t) => ({
    traceId: t.exposeString("traceId", { description: "32 hexadecimal digits." }),
    at: t.field({
      type: "DateTime",
      description: "When its first span began, to the millisecond.",
      resolve: ({ startNanoseconds }) => new Date(Number(startNanoseconds.slice(0, -6))),
    }),
    durationMs: t.float({
      description: "From the start of its first to the end of its last span, in milliseconds.",
      resolve: ({ durationNanoseconds }) => Number(durationNanoseconds) / 1e6,
    }),
    service: t.exposeString("service", { description: "Service of its first span." }),
    name: t.exposeString("name", { description: "Name of its first span." }),
    kind: t.exposeString("kind", { description: "Kind of its first span." }),
    spans: t.exposeInt("spans", { description: "Number of its spans." }),
    errors: t.exposeInt("errors", { description: "Number of its spans with status Error." }),
    found: t.exposeInt("found", { description: "Number of its spans that match the query." }),
    services: t.expose("services", { type: [TraceService], description: "Its services." }),
  }),
})

const TracePage = builder
  .objectRef<{ traces: TraceSummary[]; nextCursor: string | null }>("TracePage")
  .implement({
    description: "One page of traces.",
    fields: (t) => ({
      traces: t.expose("traces", { type: [TraceSummaryType], description: "The traces." }),
      nextCursor: t.exposeString("nextCursor", {
        nullable: true,
        description: "Pass it as `after` to read the next page; null on the last page.",
      }),
    }),
  })

const SpanVolumeType = builder.objectRef<SpanVolume>("SpanVolume").implement({
  description: "Spans that match a query in one step.",
  fields: (t) => ({
    at: t.field({
      type: "DateTime",
      description: "Start of the step.",
      resolve: ({ at }) => new Date(at * 1000),
    }),
    spans: t.exposeInt("spans", { description: "How many there are." }),
    errors: t.exposeInt("errors", { description: "How many have status Error." }),
    p50Ms: t.exposeFloat("p50Ms", { description: "Median duration in milliseconds, estimated." }),
    p95Ms: t.exposeFloat("p95Ms", { description: "95th percentile." }),
  }),
})

const TraceOrderType = builder.enumType("TraceOrder", {
  description: "Order of a list of traces.",
  values: {
    NEWEST: { value: "newest", description: "By the time of the last span that was found." },
    SLOWEST: { value: "slowest", description: "By the longest span that was found." },
  } satisfies Record<string, { value: TraceOrder; description: string }>,
})

const defaultRows = 25
const mostRows = 100
const mostSteps = 120

const traceArg = builder.args((t) => ({
  traceId: t.string({ required: true, description: "32 hexadecimal digits." }),
}))

builder.prismaObjectFields("Project", (t) => ({
  traces: t.field({
    type: TracePage,
    authScopes: mayRead,
    description:
      "Traces with a span that matches a query, such as `service:cart duration>500ms`. Needs telemetry:read.",
    args: {
      ...queryArg,
      ...rangeArgs,
      order: t.arg({ type: TraceOrderType, description: "NEWEST by default." }),
      first: t.arg.int({ description: "Number of traces, at most 100; 25 by default." }),
      after: t.arg.string({ description: "nextCursor of the previous page." }),
    },
    async resolve({ id }, { query, order: asked, first, after, ...range }, ctx) {
      const order = asked ?? "newest"
      const rows = readCount(first, { fallback: defaultRows, most: mostRows })
      const window = readWindow(id, range)
      const position = after === null || after === undefined ? null : readTraceCursor(after, order)
      const { traces, next } = await readTelemetry(ctx, (store) =>
        searchTraces(store, window, query, { rows, after: position, order }),
      )
      return { traces, nextCursor: next === null ? null : writeTraceCursor(order, next) }
    },
  }),
  spanVolume: t.field({
    type: [SpanVolumeType],
    authScopes: mayRead,
    description:
      "Spans that match a query, in up to 120 steps, with errors and durations. Needs telemetry:read.",
    args: { ...queryArg, ...rangeArgs },
    resolve({ id }, { query, ...range }, ctx) {
      const window = readWindow(id, range)
      const step = chooseStep(window, mostSteps)
      return readTelemetry(ctx, (store) => countSpans(store, window, query, step))
    },
  }),
  trace: t.field({
    type: [SpanType],
    authScopes: mayRead,
    description:
      "Spans of a trace in the order of a waterfall, each before those it caused, at most 10,000; empty if the trace is unknown. Needs telemetry:read.",
    args: traceArg,
    resolve: ({ id }, { traceId }, ctx) =>
      readTelemetry(ctx, async (store) =>
        shapeTrace(await readTrace(store, id, readTraceId(traceId))),
      ),
  }),
  traceLogs: t.field({
    type: [LogRecordType],
    authScopes: mayRead,
    description: "Log records of a trace, oldest first, at most 1,000. Needs telemetry:read.",
    args: traceArg,
    resolve: ({ id }, { traceId }, ctx) =>
      readTelemetry(ctx, (store) =>
        readTraceLogs(store, id, readTraceId(traceId), ctx.clock.now()),
      ),
  }),
  comparedTraces: t.field({
    type: [ComparedSpanType],
    authScopes: mayRead,
    description:
      "Two traces laid over each other, such as a good one and a failed one. Needs telemetry:read.",
    args: {
      ...traceArg,
      baseline: t.arg.string({
        required: true,
        description: "Id of the trace to compare with: the first of the two.",
      }),
    },
    async resolve({ id }, { traceId, baseline }, ctx) {
      const [first, second] = await readTelemetry(ctx, (store) =>
        Promise.all([
          readTrace(store, id, readTraceId(baseline)),
          readTrace(store, id, readTraceId(traceId)),
        ]),
      )
      return compareTraces(shapeTrace(first), shapeTrace(second))
    },
  }),
}))
