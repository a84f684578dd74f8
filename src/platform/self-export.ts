import { logs, metrics, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api"
import { NodeSDK } from "@opentelemetry/sdk-node"
import { monitorEventLoopDelay } from "node:perf_hooks"
import packageFile from "../../package.json" with { type: "json" }
import { setTracing, type OpenSpan, type SpanAttributes, type Tracing } from "./tracing.ts"

/** Levels of pino and what OpenTelemetry calls them. */
const severities: Readonly<Record<number, [number, string]>> = {
  20: [5, "DEBUG"],
  30: [9, "INFO"],
  40: [13, "WARN"],
  50: [17, "ERROR"],
  60: [21, "FATAL"],
}

/** Exports this process's own traces, metrics and logs as the variables of the OpenTelemetry SDK say. */
export function startSelfExport(role: string): { stop(): Promise<void> } {
  for (const signal of ["TRACES", "METRICS", "LOGS"]) {
    process.env[`OTEL_${signal}_EXPORTER`] ??= "otlp"
  }
  process.env["OTEL_SERVICE_NAME"] ??= "watchkeeper"
  const more = `service.version=${packageFile.version},watchkeeper.role=${role}`
  const given = process.env["OTEL_RESOURCE_ATTRIBUTES"]
  process.env["OTEL_RESOURCE_ATTRIBUTES"] = given ? `${given},${more}` : more
  const sdk = new NodeSDK({ instrumentations: [] })
  sdk.start()
  const { tracing, stop } = createTracing()
  setTracing(tracing)
  return {
    async stop() {
      stop()
      // A collector that is down must not keep the process from ending.
      await sdk.shutdown().catch(() => undefined)
    },
  }
}

function createTracing(): { tracing: Tracing; stop(): void } {
  const tracer = trace.getTracer("watchkeeper", packageFile.version)
  const logger = logs.getLogger("watchkeeper")
  const meter = metrics.getMeter("watchkeeper")
  const duration = meter.createHistogram("watchkeeper.operation.duration", {
    unit: "s",
    description: "Duration of requests, checks and deliveries.",
  })
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  meter.createObservableGauge("nodejs.eventloop.delay.p99", { unit: "s" }).addCallback((result) => {
    result.observe(delay.percentile(99) / 1e9)
    delay.reset()
  })
  meter
    .createObservableGauge("process.memory.usage", { unit: "By" })
    .addCallback((result) => result.observe(process.memoryUsage.rss()))

  const span: Tracing["span"] = (name, kind, attributes, work) =>
    tracer.startActiveSpan(
      name,
      { kind: kind === "server" ? SpanKind.SERVER : SpanKind.INTERNAL, attributes },
      async (active) => {
        const startedMs = performance.now()
        let hasFailed = false
        const open: OpenSpan = {
          set: (more: SpanAttributes) => void active.setAttributes(more),
          fail(message) {
            hasFailed = true
            active.setStatus({ code: SpanStatusCode.ERROR, message })
          },
        }
        try {
          return await work(open)
        } catch (error) {
          open.fail(error instanceof Error ? error.message : String(error))
          throw error
        } finally {
          active.end()
          duration.record((performance.now() - startedMs) / 1000, {
            operation: name,
            failed: hasFailed,
          })
        }
      },
    )
  return { tracing: { span, logLine: (line) => emit(logger, line) }, stop: () => delay.disable() }
}

function emit(logger: ReturnType<typeof logs.getLogger>, line: string): void {
  const { level, msg, time, ...rest } = JSON.parse(line) as Record<string, unknown>
  const [severityNumber, severityText] = severities[Number(level)] ?? [0, ""]
  logger.emit({
    severityNumber,
    severityText,
    body: typeof msg === "string" ? msg : "",
    timestamp: new Date(String(time)),
    attributes: Object.fromEntries(
      Object.entries(rest).map(([name, value]) => [
        name,
        typeof value === "string" ? value : JSON.stringify(value),
      ]),
    ),
  })
}
