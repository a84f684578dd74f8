import { logs, metrics, SeverityNumber, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api"
import { NodeSDK } from "@opentelemetry/sdk-node"

/** An instrumented program: the official SDK, configured by its standard environment variables only. */
const sdk = new NodeSDK()
sdk.start()

const tracer = trace.getTracer("checkout-tracer", "1.2.3")
tracer.startActiveSpan("POST /checkout", { kind: SpanKind.SERVER }, (parent) => {
  parent.setAttribute("http.request.method", "POST")
  tracer.startActiveSpan("SELECT orders", { kind: SpanKind.CLIENT }, (child) => {
    child.recordException(new Error("deadlock found"))
    child.setStatus({ code: SpanStatusCode.ERROR, message: "deadlock found" })
    logs.getLogger("checkout-log").emit({
      severityNumber: SeverityNumber.ERROR,
      severityText: "ERROR",
      body: "payment timeout for order 42",
      attributes: { "order.id": 42, tags: ["a", "b"] },
    })
    child.end()
  })
  parent.end()
})

const meter = metrics.getMeter("checkout-meter")
meter.createCounter("orders").add(3, { region: "eu" })
meter.createHistogram("checkout.duration", { unit: "ms" }).record(125)
meter.createObservableGauge("queue.length").addCallback((result) => result.observe(7))

await sdk.shutdown()
