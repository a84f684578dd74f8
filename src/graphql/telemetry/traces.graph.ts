import type { Service } from "../../telemetry/query/list-services.ts"
import { listServices } from "../../telemetry/query/list-services.ts"
import type { Span } from "../../telemetry/query/read-trace.ts"
import { readTrace } from "../../telemetry/query/read-trace.ts"
import { builder } from "../kernel/builder.ts"
import { readTelemetry } from "./telemetry-store.ts"
import { readTraceId, readWindow } from "./telemetry-window.ts"

const SpanType = builder.objectRef<Span>("Span").implement({
  description: "A span as OpenTelemetry sent it.",
  fields: (t) => ({
    spanId: t.exposeString("spanId", { description: "Its id, in 16 hexadecimal digits." }),
    parentSpanId: t.exposeString("parentSpanId", {
      description: "The span that caused it; empty for the first of a trace.",
    }),
    service: t.exposeString("service", { description: "service.name of its resource." }),
    name: t.exposeString("name", { description: "What was done." }),
    kind: t.exposeString("kind", {
      description: "Internal, Server, Client, Producer or Consumer.",
    }),
    status: t.exposeString("status", { description: "Unset, Ok or Error." }),
    statusMessage: t.exposeString("statusMessage", { description: "Error message." }),
    startNanoseconds: t.exposeString("startNanoseconds", {
      description: "When it began, in nanoseconds since 1970.",
    }),
    durationMs: t.float({
      description: "How long it took, in milliseconds.",
      resolve: ({ durationNanoseconds }) => Number(durationNanoseconds) / 1e6,
    }),
    attributes: t.expose("attributes", { type: "JSON", description: "Its attributes as strings." }),
    resource: t.expose("resource", { type: "JSON", description: "Attributes of its resource." }),
  }),
})

const ServiceType = builder.objectRef<Service>("Service").implement({
  description:
    "Calls that a service answered: server and consumer spans, and first spans of traces.",
  fields: (t) => ({
    name: t.exposeString("name", { description: "service.name of its resource." }),
    calls: t.exposeFloat("calls", { description: "Number of calls." }),
    errors: t.exposeFloat("errors", { description: "Calls with status Error." }),
    p50Ms: t.exposeFloat("p50Ms", { description: "Median duration in milliseconds, estimated." }),
    p95Ms: t.exposeFloat("p95Ms", { description: "95th percentile." }),
    p99Ms: t.exposeFloat("p99Ms", { description: "99th percentile." }),
  }),
})

builder.prismaObjectField("Project", "trace", (t) =>
  t.field({
    type: [SpanType],
    authScopes: ({ id }) => ({
      may: { projectId: id, permission: "telemetry:read", noun: "project" },
    }),
    description:
      "Spans of a trace, earliest first; empty if the trace is unknown. Needs telemetry:read.",
    args: {
      traceId: t.arg.string({ required: true, description: "32 hexadecimal digits." }),
    },
    resolve: ({ id }, { traceId }, ctx) =>
      readTelemetry(ctx, (store) => readTrace(store, id, readTraceId(traceId))),
  }),
)

builder.prismaObjectField("Project", "services", (t) =>
  t.field({
    type: [ServiceType],
    authScopes: ({ id }) => ({
      may: { projectId: id, permission: "telemetry:read", noun: "project" },
    }),
    description: "Services with traces, busiest first, at most 500. Needs telemetry:read.",
    args: {
      from: t.arg({
        type: "DateTime",
        required: true,
        description: "Start of the time range, in whole minutes.",
      }),
      to: t.arg({
        type: "DateTime",
        required: true,
        description: "End of the time range, exclusive.",
      }),
    },
    resolve: ({ id }, { from, to }, ctx) => {
      const window = readWindow(id, { from: new Date(from), to: new Date(to) })
      return readTelemetry(ctx, (store) => listServices(store, window))
    },
  }),
)
