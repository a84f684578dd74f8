import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http"
import { SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace"

/** A web page with the official exporter; the test sets where it sends, and with which key. */
const settings = globalThis as unknown as { endpoint: string; key: string }
const exporter = new OTLPTraceExporter({
  url: settings.endpoint,
  headers: { "x-svc-ingestion-key": settings.key },
  timeoutMillis: 3000,
})
const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] })
provider.getTracer("page").startSpan("load page").end()
await provider.forceFlush()
