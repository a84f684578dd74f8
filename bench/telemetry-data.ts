import { join } from "node:path"
import protobuf from "protobufjs"
import type { Signal } from "../src/telemetry/otlp/otlp-error.ts"

/** Requests as instrumented services send them: 30 services with 4 pods each, one resource a request. */

const root = await protobuf.load(join(import.meta.dirname, "../test/telemetry/otlp.proto"))
export const typeOf: Record<Signal, protobuf.Type> = {
  logs: root.lookupType("otlp.Logs"),
  traces: root.lookupType("otlp.Traces"),
  metrics: root.lookupType("otlp.Metrics"),
}

const text = (key: string, stringValue: string) => ({ key, value: { stringValue } })
const whole = (key: string, intValue: number) => ({ key, value: { intValue: String(intValue) } })
const pick = <T>(from: readonly T[], at: number): T => from[at % from.length]!
const hex = (bytes: number, seed: number) =>
  Array.from({ length: bytes / 4 }, (_, at) =>
    (Math.imul(seed + at * 7919 + 1, 2_654_435_761) >>> 0).toString(16).padStart(8, "0"),
  ).join("")

const routes = Array.from({ length: 200 }, (_, at) => `/api/v1/resource-${at}/{id}`)
const verbs = ["GET", "GET", "GET", "POST", "DELETE"]

function resource(at: number) {
  const service = `service-${at % 30}`
  return {
    attributes: [
      text("service.name", service),
      text("service.version", "1.42.0"),
      text("service.instance.id", `${service}-${at % 4}`),
      text("k8s.pod.name", `${service}-7d9f8b6c5-x${at % 4}`),
      text("k8s.namespace.name", "production"),
      text("k8s.node.name", `node-${at % 6}`),
      text("cloud.provider", "aws"),
      text("cloud.region", "eu-central-1"),
      text("host.name", `ip-10-0-${at % 6}-17`),
      text("deployment.environment.name", "production"),
      text("telemetry.sdk.name", "opentelemetry"),
      text("telemetry.sdk.language", "nodejs"),
      text("telemetry.sdk.version", "2.8.0"),
    ],
  }
}

const nanoseconds = (ms: number, more: number) =>
  `${Math.trunc(ms)}${String(more % 1_000_000).padStart(6, "0")}`

function log(at: number, ms: number) {
  const isError = at % 50 === 0
  const order = hex(8, at)
  return {
    timeUnixNano: nanoseconds(ms, at),
    observedTimeUnixNano: nanoseconds(ms, at + 5),
    severityNumber: isError ? 17 : at % 7 === 0 ? 5 : 9,
    severityText: isError ? "ERROR" : at % 7 === 0 ? "DEBUG" : "INFO",
    body: {
      stringValue: isError
        ? `payment for order ${order} failed: upstream timeout after 3000 ms at Client.send (client.js:${at % 400})`
        : `${pick(verbs, at)} ${pick(routes, at)} order=${order} ip=10.0.${at % 255}.${at % 199} took ${at % 977} ms status=200`,
    },
    attributes: [text("http.route", pick(routes, at)), whole("duration_ms", at % 977)],
    ...(at % 10 < 7 ? { traceId: hex(16, Math.trunc(at / 8)), spanId: hex(8, at) } : {}),
  }
}

function span(at: number, ms: number) {
  return {
    traceId: hex(16, Math.trunc(at / 8)),
    spanId: hex(8, at),
    ...(at % 8 === 0 ? {} : { parentSpanId: hex(8, at - 1) }),
    name: `${pick(verbs, at)} ${pick(routes, at)}`,
    kind: at % 8 === 0 ? 2 : at % 3 === 0 ? 3 : 1,
    startTimeUnixNano: nanoseconds(ms, at),
    endTimeUnixNano: nanoseconds(ms + (at % 977), at),
    status: { code: at % 100 === 0 ? 2 : 0 },
    attributes: [
      text("http.request.method", pick(verbs, at)),
      text("http.route", pick(routes, at)),
      whole("http.response.status_code", at % 100 === 0 ? 500 : 200),
      text("server.address", "shop.example.com"),
      text("user_agent.original", "Mozilla/5.0 (X11; Linux x86_64)"),
    ],
  }
}

const point = (at: number, ms: number) => ({
  name: `system.metric.${at % 40}`,
  unit: "1",
  gauge: {
    dataPoints: [
      {
        timeUnixNano: nanoseconds(ms, 0),
        asDouble: (at % 1000) / 7,
        attributes: [text("state", pick(["used", "free", "cached"], at))],
      },
    ],
  },
})

/** A request with `size` records from number `first` on, in the form of OTLP's JSON. */
export function makeRequest(signal: Signal, first: number, size: number, nowMs: number): object {
  const numbers = Array.from({ length: size }, (_, at) => first + at)
  const scope = { name: "bench", version: "1.0.0" }
  // Spread over the last ten minutes.
  const ms = (at: number) => nowMs - 600_000 + (at % 600_000)
  const at = first / size
  if (signal === "logs") {
    const scopeLogs = [{ scope, logRecords: numbers.map((one) => log(one, ms(one))) }]
    return { resourceLogs: [{ resource: resource(at), scopeLogs }] }
  }
  if (signal === "traces") {
    const scopeSpans = [{ scope, spans: numbers.map((one) => span(one, ms(one))) }]
    return { resourceSpans: [{ resource: resource(at), scopeSpans }] }
  }
  const scopeMetrics = [{ scope, metrics: numbers.map((one) => point(one, ms(one))) }]
  return { resourceMetrics: [{ resource: resource(at), scopeMetrics }] }
}

/** The same in protobuf; ids are bytes there. */
export function encode(signal: Signal, request: object): Buffer {
  const withBytes = JSON.stringify(request, (name, value: unknown) =>
    /^(?:trace|span|parentSpan)Id$/.test(name) && typeof value === "string"
      ? Buffer.from(value, "hex").toString("base64")
      : value,
  )
  const type = typeOf[signal]
  return Buffer.from(type.encode(type.fromObject(JSON.parse(withBytes) as object)).finish())
}
