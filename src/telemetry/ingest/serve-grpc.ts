import { once } from "node:events"
import {
  constants,
  createServer,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type ServerHttp2Stream,
} from "node:http2"
import type { AddressInfo } from "node:net"
import { newId } from "../../platform/id.ts"
import { retrySecondsOf, rpcCodes, statusBody, successBody } from "../otlp/answer.ts"
import type { Signal } from "../otlp/otlp-error.ts"
import { readMessage, writeMessage } from "./grpc-message.ts"
import type { Answer, Intake } from "./take-request.ts"

const signalOf: ReadonlyMap<string, Signal> = new Map([
  ["/opentelemetry.proto.collector.logs.v1.LogsService/Export", "logs"],
  ["/opentelemetry.proto.collector.trace.v1.TraceService/Export", "traces"],
  ["/opentelemetry.proto.collector.metrics.v1.MetricsService/Export", "metrics"],
])

const unimplemented = 12
const drainMs = 3000
/** Streams of one connection. */
const mostStreams = 100

/** What gRPC says of every answer. */
const usual: OutgoingHttpHeaders = {
  ":status": 200,
  "content-type": "application/grpc+proto",
  "grpc-accept-encoding": "identity,gzip",
}

/**
 * Serves OTLP over gRPC without TLS, which a proxy adds; keys come as metadata of the name of their header. A library
 * would read and decompress the message before anybody has seen the key: here nothing is read until key and quota were
 * asked, and the process that decodes decompresses. Until then HTTP/2's flow control lets a connection send 64 KiB.
 *
 * @returns the port it listens on, and how to stop.
 */
export async function startGrpc(
  { take }: Pick<Intake, "take">,
  host: string,
  port: number,
): Promise<{ port: number; stop(): Promise<void> }> {
  const server = createServer({ settings: { maxConcurrentStreams: mostStreams } })
  const sessions = new Set<{ close(): void; destroy(): void }>()
  server.on("session", (session) => {
    sessions.add(session)
    session.once("close", () => sessions.delete(session))
    // A connection that breaks ends its streams, which is all there is to do.
    session.on("error", () => session.destroy())
  })
  server.on("stream", (stream, headers) => {
    stream.on("error", () => stream.close())
    void answer(stream, headers)
  })

  async function answer(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): Promise<void> {
    const signal = signalOf.get(headers[":path"] ?? "")
    if (!headers["content-type"]?.startsWith("application/grpc")) {
      end(stream, { ":status": 415 })
    } else if (signal === undefined) {
      end(stream, statusHeaders(unimplemented, "The service is not known."))
    } else if (!codings.has(headers["grpc-encoding"]?.toString() ?? "identity")) {
      end(stream, statusHeaders(unimplemented, "Compress with gzip, or not at all."))
    } else {
      respond(stream, signal, await takeCall(stream, headers, signal))
    }
  }

  const takeCall = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders, signal: Signal) =>
    take({
      headers,
      peer: stream.session?.socket.remoteAddress ?? "unknown",
      requestId: newId(),
      signal,
      encoding: "protobuf",
      read: async (onBytes) => {
        const { body, isZipped } = await readMessage(stream, onBytes)
        return { body, isZipped: isZipped && headers["grpc-encoding"] === "gzip" }
      },
    })

  server.listen(port, host)
  await once(server, "listening")
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const session of sessions) session.close()
      const late = setTimeout(() => {
        for (const session of sessions) session.destroy()
      }, drainMs)
      await closed
      clearTimeout(late)
    },
  }
}

const codings: ReadonlySet<string> = new Set(["identity", "gzip"])

function respond(stream: ServerHttp2Stream, signal: Signal, answer: Answer): void {
  const { status, message, counts, headers } = answer
  if (status !== 200) {
    const details = message ?? ""
    const seconds = retrySecondsOf(status, headers["retry-after"])
    const binary = statusBody("protobuf", status, details, seconds).toString("base64")
    const more = { "grpc-status-details-bin": binary }
    end(stream, { ...statusHeaders(rpcCodes[status] ?? 2, details), ...more })
    return
  }
  if (stream.destroyed || stream.closed) return
  stream.respond(usual, { waitForTrailers: true })
  stream.once("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }))
  stream.end(writeMessage(successBody("protobuf", signal, counts?.rejected ?? 0, message)))
}

const statusHeaders = (code: number, message: string): OutgoingHttpHeaders => ({
  ...usual,
  "grpc-status": String(code),
  "grpc-message": encodeURIComponent(message),
})

/** Answers without a message, and lets the client stop sending. */
function end(stream: ServerHttp2Stream, headers: OutgoingHttpHeaders): void {
  if (stream.destroyed || stream.closed) return
  stream.respond(headers, { endStream: true })
  stream.close(constants.NGHTTP2_NO_ERROR)
}
