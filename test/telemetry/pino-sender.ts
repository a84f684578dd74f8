import { once } from "node:events"
import { pino } from "pino"

/** A program that logs through pino's OpenTelemetry transport, configured by standard environment variables. */
const transport: ReturnType<typeof pino.transport> = pino.transport({
  target: "pino-opentelemetry-transport",
})
const log = pino(transport)
log.info({ invoice: 7 }, "invoice sent")
log.error({ invoice: 8 }, "card refused")
// The transport's thread does not keep the process alive by itself.
const running = setInterval(() => undefined, 1000)
const closed = once(transport, "close")
transport.end()
await closed
clearInterval(running)
