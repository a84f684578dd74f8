import type { ComparedSpan, Difference } from "../../telemetry/query/traces/compare-traces.ts"
import type { ShapedSpan } from "../../telemetry/query/traces/shape-trace.ts"
import type { SpanEvent, SpanLink } from "../../telemetry/query/traces/span.ts"
import { builder } from "../kernel/builder.ts"

const SpanEventType = builder.objectRef<SpanEvent>("SpanEvent").implement({
  description: "Something that happened during a span, such as an exception.",
  fields: (t) => ({
    nanoseconds: t.exposeString("nanoseconds", { description: "When, in nanoseconds since 1970." }),
    name: t.exposeString("name", { description: "Its name." }),
    attributes: t.expose("attributes", { type: "JSON", description: "Its attributes as strings." }),
  }),
})

const SpanLinkType = builder.objectRef<SpanLink>("SpanLink").implement({
  description: "A span of another trace that belongs to this one.",
  fields: (t) => ({
    traceId: t.exposeString("traceId", { description: "Its trace in 32 hexadecimal digits." }),
    spanId: t.exposeString("spanId", { description: "Its id in 16 hexadecimal digits." }),
    attributes: t.expose("attributes", {
      type: "JSON",
      description: "Attributes of the link as strings.",
    }),
  }),
})

export const SpanType = builder.objectRef<ShapedSpan>("Span").implement({
  description: "A span as OpenTelemetry sent it, at its place in the waterfall of its trace.",
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
    scope: t.exposeString("scope", { description: "Name of its tracer." }),
    startNanoseconds: t.exposeString("startNanoseconds", {
      description: "When it began, in nanoseconds since 1970.",
    }),
    durationMs: t.exposeFloat("durationMs", {
      description: "How long it took, in milliseconds.",
    }),
    offsetMs: t.exposeFloat("offsetMs", {
      description: "When it began, in milliseconds after the start of its trace.",
    }),
    depth: t.exposeInt("depth", { description: "Number of its ancestors that are known." }),
    children: t.exposeInt("children", { description: "Number of spans that it caused." }),
    selfMs: t.exposeFloat("selfMs", {
      description: "Time in which none of the spans that it caused ran, in milliseconds.",
    }),
    criticalMs: t.exposeFloat("criticalMs", {
      description:
        "Time in which the trace waited for this span itself, in milliseconds: its part of the critical path. Nobody waits for a span that ends more than 10 ms after its parent; a server span that fits into the client span that called it counts as within it, because clocks differ.",
    }),
    attributes: t.expose("attributes", { type: "JSON", description: "Its attributes as strings." }),
    resource: t.expose("resource", { type: "JSON", description: "Attributes of its resource." }),
    events: t.expose("events", { type: [SpanEventType], description: "Its events in order." }),
    links: t.expose("links", { type: [SpanLinkType], description: "Links to other traces." }),
  }),
})

const DifferenceType = builder.enumType("SpanDifference", {
  description: "How the second trace differs from the first at one span.",
  values: {
    SAME: { value: "same", description: "It took about as long." },
    SLOWER: { value: "slower", description: "It took longer by a quarter and 5 ms at least." },
    FASTER: { value: "faster", description: "It took less by a quarter and 5 ms at least." },
    FAILED: { value: "failed", description: "It failed in the second trace alone." },
    ONLY_FIRST: { value: "only_first", description: "The second trace has no such span." },
    ONLY_SECOND: { value: "only_second", description: "The first trace has no such span." },
  } satisfies Record<string, { value: Difference; description: string }>,
})

export const ComparedSpanType = builder.objectRef<ComparedSpan>("ComparedSpan").implement({
  description: "What two traces did at one place.",
  fields: (t) => ({
    depth: t.exposeInt("depth", { description: "Number of its ancestors." }),
    service: t.exposeString("service", { description: "Its service." }),
    name: t.exposeString("name", { description: "What was done." }),
    first: t.expose("first", {
      type: SpanType,
      nullable: true,
      description: "The span of the first trace.",
    }),
    second: t.expose("second", {
      type: SpanType,
      nullable: true,
      description: "The span of the second trace.",
    }),
    difference: t.expose("difference", { type: DifferenceType, description: "How they differ." }),
    isCause: t.exposeBoolean("isCause", {
      description:
        "True for one span: the deepest that failed, or the one whose own time changed most.",
    }),
  }),
})
