import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import {
  context,
  logs,
  propagation,
  SeverityNumber,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api"
import { NodeSDK } from "@opentelemetry/sdk-node"

/**
 * An instrumented service: the official SDK, configured by its standard variables only. It calls the service at
 * UPSTREAM, or a database that fails once the parent sends "break", which it confirms.
 */
new NodeSDK({ instrumentations: [] }).start()

const tracer = trace.getTracer("story")
const logger = logs.getLogger("story")
const upstream = process.env["UPSTREAM"]
let isBroken = false

async function query(): Promise<number> {
  return tracer.startActiveSpan("SELECT ledger", { kind: SpanKind.CLIENT }, (span) => {
    if (isBroken) {
      span.recordException(new Error("deadlock found"))
      span.setStatus({ code: SpanStatusCode.ERROR, message: "deadlock found" })
      logger.emit({
        severityNumber: SeverityNumber.ERROR,
        severityText: "ERROR",
        body: `ledger is locked by transaction ${Date.now()}`,
      })
    }
    span.end()
    return Promise.resolve(isBroken ? 503 : 200)
  })
}

async function call(url: string): Promise<number> {
  return tracer.startActiveSpan("GET", { kind: SpanKind.CLIENT }, async (span) => {
    const headers: Record<string, string> = {}
    propagation.inject(context.active(), headers)
    const { status } = await fetch(url, { headers })
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR, message: `got ${status}` })
    span.end()
    return status
  })
}

const server = createServer((request, response) => {
  const parent = propagation.extract(context.active(), request.headers)
  const name = `GET ${request.url}`
  void context.with(parent, () =>
    tracer.startActiveSpan(name, { kind: SpanKind.SERVER }, async (span) => {
      const status = await (upstream === undefined ? query() : call(upstream))
      logger.emit({
        severityNumber: status === 200 ? SeverityNumber.INFO : SeverityNumber.ERROR,
        body: `answered ${status}`,
      })
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
      response.writeHead(status, { "content-type": "text/plain" }).end(String(status))
    }),
  )
})
server.listen(0, "127.0.0.1", () =>
  process.send?.({ port: (server.address() as AddressInfo).port }),
)
process.on("message", (message) => {
  isBroken = message === "break"
  process.send?.("broken")
})
process.on("disconnect", () => process.exit(0))
