import {
  listOperations,
  listServices,
  readServiceSeries,
  type Operation,
  type Service,
  type ServicePoint,
} from "../../telemetry/query/services/list-services.ts"
import {
  readServiceMap,
  type Edge,
  type PeerKind,
  type ServiceMap,
} from "../../telemetry/query/services/read-service-map.ts"
import { chooseStep } from "../../telemetry/query/window.ts"
import { builder } from "../kernel/builder.ts"
import { mayRead, rangeArgs } from "./telemetry-args.graph.ts"
import { readTelemetry } from "./telemetry-store.ts"
import { readCount, readWindow } from "./telemetry-window.ts"

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

const ServicePointType = builder.objectRef<ServicePoint>("ServicePoint").implement({
  description: "Calls that a service answered in one step.",
  fields: (t) => ({
    service: t.exposeString("service", { description: "The service." }),
    at: t.field({
      type: "DateTime",
      description: "Start of the step.",
      resolve: ({ at }) => new Date(at * 1000),
    }),
    calls: t.exposeFloat("calls", { description: "Number of calls." }),
    errors: t.exposeFloat("errors", { description: "Calls with status Error." }),
    p50Ms: t.exposeFloat("p50Ms", { description: "Median duration in milliseconds, estimated." }),
    p95Ms: t.exposeFloat("p95Ms", { description: "95th percentile." }),
    p99Ms: t.exposeFloat("p99Ms", { description: "99th percentile." }),
  }),
})

type Series = { stepSeconds: number; points: ServicePoint[] }
const ServiceSeriesType = builder.objectRef<Series>("ServiceSeries").implement({
  description: "Calls over time. A step without calls has no point.",
  fields: (t) => ({
    stepSeconds: t.exposeInt("stepSeconds", { description: "Length of a step." }),
    points: t.expose("points", {
      type: [ServicePointType],
      description: "By service, oldest first.",
    }),
  }),
})

const OperationType = builder.objectRef<Operation>("ServiceOperation").implement({
  description: "One kind of call that a service answers.",
  fields: (t) => ({
    name: t.exposeString("name", { description: "Name of the spans." }),
    kind: t.exposeString("kind", { description: "Kind of the spans." }),
    calls: t.exposeFloat("calls", { description: "Number of calls." }),
    errors: t.exposeFloat("errors", { description: "Calls with status Error." }),
    p50Ms: t.exposeFloat("p50Ms", { description: "Median duration in milliseconds, estimated." }),
    p95Ms: t.exposeFloat("p95Ms", { description: "95th percentile." }),
    p99Ms: t.exposeFloat("p99Ms", { description: "99th percentile." }),
    totalMs: t.exposeFloat("totalMs", { description: "Duration of all calls." }),
  }),
})

const PeerKindType = builder.enumType("ServicePeerKind", {
  description: "What is called.",
  values: {
    SERVICE: { value: "service", description: "A service with spans of its own." },
    DATABASE: { value: "database", description: "A database that the caller names." },
    MESSAGING: { value: "messaging", description: "A queue or topic that the caller names." },
    EXTERNAL: { value: "external", description: "Another host that the caller names." },
  } satisfies Record<string, { value: PeerKind; description: string }>,
})

const EdgeType = builder.objectRef<Edge>("ServiceEdge").implement({
  description: "Calls from one service to another system.",
  fields: (t) => ({
    source: t.exposeString("source", { description: "The service that calls." }),
    target: t.exposeString("target", { description: "What is called." }),
    kind: t.expose("kind", { type: PeerKindType, description: "What the target is." }),
    calls: t.exposeFloat("calls", { description: "Number of calls, estimated if sampled." }),
    errors: t.exposeFloat("errors", { description: "Calls that failed on either side." }),
    p95Ms: t.exposeFloat("p95Ms", {
      description: "95th percentile of their duration in milliseconds, as the caller measured it.",
    }),
  }),
})

const ServiceMapType = builder.objectRef<ServiceMap>("ServiceMap").implement({
  description: "Which services call which, from parent and child spans.",
  fields: (t) => ({
    edges: t.expose("edges", { type: [EdgeType], description: "Busiest first, at most 400." }),
    sampledShare: t.exposeFloat("sampledShare", {
      description: "Share of the traces that was read, from 0 to 1.",
    }),
  }),
})

const leastStep = 60
const figuresArg = builder.args((t) => ({
  withoutChecks: t.boolean({
    description:
      "True leaves out calls that Watchkeeper's own checks caused, known by their tracestate.",
  }),
}))
const mostSteps = 120

builder.prismaObjectFields("Project", (t) => ({
  services: t.field({
    type: [ServiceType],
    authScopes: mayRead,
    description: "Services with traces, busiest first, at most 500. Needs telemetry:read.",
    args: { ...rangeArgs, ...figuresArg },
    resolve: ({ id }, { withoutChecks, ...range }, ctx) => {
      const window = readWindow(id, range)
      const from = { withoutChecks: withoutChecks ?? false }
      return readTelemetry(ctx, (store) => listServices(store, window, from))
    },
  }),
  serviceSeries: t.field({
    type: ServiceSeriesType,
    authScopes: mayRead,
    description: "Rate, errors and duration of services over time. Needs telemetry:read.",
    args: {
      ...rangeArgs,
      ...figuresArg,
      service: t.arg.string({ description: "Only this service." }),
      steps: t.arg.int({ description: "Number of steps, at most 120; 60 by default." }),
    },
    resolve: async ({ id }, { service, steps, withoutChecks, ...range }, ctx) => {
      const window = readWindow(id, range)
      const stepSeconds = chooseStep(
        window,
        readCount(steps, { fallback: mostSteps / 2, most: mostSteps, pointer: "#/steps" }),
        leastStep,
      )
      const points = await readTelemetry(ctx, (store) =>
        readServiceSeries(store, window, {
          service: service ?? null,
          stepSeconds,
          withoutChecks: withoutChecks ?? false,
        }),
      )
      return { stepSeconds, points }
    },
  }),
  serviceOperations: t.field({
    type: [OperationType],
    authScopes: mayRead,
    description:
      "What a service does, that with the most time spent first, at most 200. Needs telemetry:read.",
    args: {
      ...rangeArgs,
      ...figuresArg,
      service: t.arg.string({ required: true, description: "The service." }),
    },
    resolve: ({ id }, { service, withoutChecks, ...range }, ctx) => {
      const window = readWindow(id, range)
      const from = { service, withoutChecks: withoutChecks ?? false }
      return readTelemetry(ctx, (store) => listOperations(store, window, from))
    },
  }),
  serviceMap: t.field({
    type: ServiceMapType,
    authScopes: mayRead,
    description: "Which services call which. Needs telemetry:read.",
    args: rangeArgs,
    resolve: ({ id }, range, ctx) => {
      const window = readWindow(id, range)
      return readTelemetry(ctx, (store) => readServiceMap(store, window))
    },
  }),
}))
