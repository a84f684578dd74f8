import { execFile } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { expect, test } from "vitest"
import { freePort } from "../../src/platform/free-port.ts"
import { startProgram } from "../story/program.ts"
import { soon } from "../support/soon.ts"
import { useTelemetry } from "../support/telemetry.ts"

const telemetry = useTelemetry()
telemetry.env.OTLP_GRPC_PORT = await freePort("127.0.0.1")
const run = promisify(execFile)

const cases = [
  { protocol: "http/protobuf", compression: "gzip" },
  { protocol: "http/json", compression: "none" },
  { protocol: "grpc", compression: "gzip" },
]

test.each(cases)(
  "the official SDK sends all three signals over $protocol, configured by its standard variables",
  async ({ protocol, compression }) => {
    const { projectId, token } = await telemetry.makeSender()
    await run(process.execPath, [`${import.meta.dirname}/sender.ts`], {
      env: {
        PATH: process.env["PATH"],
        OTEL_SERVICE_NAME: "checkout",
        OTEL_RESOURCE_ATTRIBUTES: "service.version=1.4.0,deployment.environment.name=test",
        OTEL_EXPORTER_OTLP_ENDPOINT:
          protocol === "grpc"
            ? `http://127.0.0.1:${telemetry.env.OTLP_GRPC_PORT}`
            : `${telemetry.api.address}/api/otlp`,
        OTEL_EXPORTER_OTLP_HEADERS: `x-svc-ingestion-key=${token}`,
        OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
        OTEL_EXPORTER_OTLP_COMPRESSION: compression,
        OTEL_TRACES_EXPORTER: "otlp",
        OTEL_LOGS_EXPORTER: "otlp",
        OTEL_METRICS_EXPORTER: "otlp",
      },
    })
    const read = (sql: string) =>
      telemetry.store.query<Record<string, unknown>>(
        `${sql} WHERE ProjectId = {project:UUID} ORDER BY 1`,
        { project: projectId },
      )
    const readSpans = () =>
      read(
        "SELECT SpanName, SpanKind, StatusCode, ParentSpanId, SpanId, TraceId, ServiceName, Duration > 0 AS isTimed, `Events.Name` AS events, ResourceAttributes['service.version'] AS version FROM otel_traces",
      )
    await soon(readSpans).toHaveLength(2)
    const [parent, child] = await readSpans()
    expect(parent).toMatchObject({
      SpanName: "POST /checkout",
      SpanKind: "Server",
      StatusCode: "Unset",
      ServiceName: "checkout",
      version: "1.4.0",
      isTimed: 1,
    })
    expect(child).toMatchObject({
      SpanName: "SELECT orders",
      SpanKind: "Client",
      StatusCode: "Error",
      ParentSpanId: parent?.["SpanId"],
      TraceId: parent?.["TraceId"],
      events: ["exception"],
    })
    await soon(() =>
      read(
        "SELECT Body, SeverityText, SeverityNumber, TraceId, SpanId, LogAttributes, ScopeName FROM otel_logs",
      ),
    ).toEqual([
      {
        Body: "payment timeout for order 42",
        SeverityText: "ERROR",
        SeverityNumber: 17,
        TraceId: child?.["TraceId"],
        SpanId: child?.["SpanId"],
        LogAttributes: { "order.id": "42", tags: '["a","b"]' },
        ScopeName: "checkout-log",
      },
    ])
    await soon(() => read("SELECT MetricName, Value, Attributes FROM otel_metrics_sum")).toEqual([
      { MetricName: "orders", Value: 3, Attributes: { region: "eu" } },
    ])
    await soon(() => read("SELECT MetricName, Value FROM otel_metrics_gauge")).toEqual([
      { MetricName: "queue.length", Value: 7 },
    ])
    await soon(() =>
      read("SELECT MetricName, MetricUnit, Count, Sum, Max FROM otel_metrics_histogram"),
    ).toEqual([
      { MetricName: "checkout.duration", MetricUnit: "ms", Count: "1", Sum: 125, Max: 125 },
    ])
    const red = await read("SELECT ServiceName, SpanName, Calls, Errors FROM wk_red_1m")
    expect(red).toEqual([
      { ServiceName: "checkout", SpanName: "POST /checkout", Calls: "1", Errors: "0" },
    ])
  },
)

test.each(["protobuf", "http"])(
  "pino's OpenTelemetry transport sends log records over %s",
  async (protocol) => {
    const { projectId, token } = await telemetry.makeSender()
    await run(process.execPath, [`${import.meta.dirname}/pino-sender.ts`], {
      env: {
        PATH: process.env["PATH"],
        OTEL_SERVICE_NAME: "billing",
        OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: `${telemetry.api.address}/api/otlp/v1/logs`,
        OTEL_EXPORTER_OTLP_HEADERS: `x-svc-ingestion-key=${token}`,
        OTEL_EXPORTER_OTLP_LOGS_PROTOCOL: protocol === "http" ? "http/json" : "http/protobuf",
      },
    })
    await soon(() =>
      telemetry.store.query(
        "SELECT Body, SeverityText, SeverityNumber, ServiceName, LogAttributes['invoice'] AS invoice FROM otel_logs WHERE ProjectId = {project:UUID} ORDER BY SeverityNumber",
        { project: projectId },
      ),
    ).toEqual([
      {
        Body: "invoice sent",
        SeverityText: "info",
        SeverityNumber: 9,
        ServiceName: "billing",
        invoice: "7",
      },
      expect.objectContaining({ Body: "card refused", SeverityNumber: 17, invoice: "8" }),
    ])
  },
)

test("Watchkeeper exports its own traces, metrics and logs through the official SDK", async () => {
  const { projectId, token } = await telemetry.makeSender()
  const dataDir = await mkdtemp(join(tmpdir(), "watchkeeper-own-"))
  const program = await startProgram(
    {
      DATA_DIR: dataDir,
      DATABASE_URL: telemetry.api.world.connectionString,
      HOST: "127.0.0.1",
      PORT: "0",
      OTEL_EXPORTER_OTLP_ENDPOINT: `${telemetry.api.address}/api/otlp`,
      OTEL_EXPORTER_OTLP_HEADERS: `x-svc-ingestion-key=${token}`,
      OTEL_BSP_SCHEDULE_DELAY: "200",
      OTEL_BLRP_SCHEDULE_DELAY: "200",
      OTEL_METRIC_EXPORT_INTERVAL: "500",
      OTEL_METRIC_EXPORT_TIMEOUT: "400",
    },
    ["api"],
  )
  expect((await fetch(`${program.address}/api/health`)).status).toBe(200)
  const read = (sql: string) =>
    telemetry.store.query(`${sql} AND ProjectId = {project:UUID} ORDER BY 1`, {
      project: projectId,
    })
  await soon(() =>
    read(
      "SELECT DISTINCT SpanName, SpanKind, ResourceAttributes['watchkeeper.role'] AS role, ServiceName FROM otel_traces WHERE SpanName = 'GET /api/health'",
    ),
  ).toEqual([
    { SpanName: "GET /api/health", SpanKind: "Server", role: "api", ServiceName: "watchkeeper" },
  ])
  await soon(() =>
    read("SELECT Body, SeverityText FROM otel_logs WHERE Body = 'listening'"),
  ).toEqual([{ Body: "listening", SeverityText: "INFO" }])
  await soon(() =>
    read(
      "SELECT DISTINCT MetricName FROM otel_metrics_histogram WHERE MetricName = 'watchkeeper.operation.duration'",
    ),
  ).toHaveLength(1)
  await program.stop()
  await rm(dataDir, { recursive: true, force: true })
})
