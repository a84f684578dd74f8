import type { sendUnaryData, ServerUnaryCall } from "@grpc/grpc-js"
import { Metadata, Server, ServerCredentials } from "@grpc/grpc-js"
import { newId } from "../../platform/id.ts"
import { retrySecondsOf, rpcCodes, statusBody, successBody } from "../otlp/answer.ts"
import type { Signal } from "../otlp/otlp-error.ts"
import { limits } from "../otlp/otlp-error.ts"
import type { Intake } from "./take-request.ts"

const services: Record<Signal, string> = {
  logs: "logs.v1.LogsService",
  traces: "trace.v1.TraceService",
  metrics: "metrics.v1.MetricsService",
}

const asIs = (bytes: Buffer): Buffer => bytes

/**
 * Serves OTLP over gRPC without TLS, which a proxy adds. The library decompresses; keys come as metadata of the name
 * of their header.
 *
 * @returns the port it listens on, and how to stop.
 */
export async function startGrpc(
  { take }: Pick<Intake, "take">,
  host: string,
  port: number,
): Promise<{ port: number; stop(): Promise<void> }> {
  const server = new Server({ "grpc.max_receive_message_length": limits.bodyBytes })

  async function answer(
    signal: Signal,
    call: ServerUnaryCall<Buffer, Buffer>,
    callback: sendUnaryData<Buffer>,
  ): Promise<void> {
    const headers = Object.fromEntries(
      Object.entries(call.metadata.getMap()).map(([name, value]) => [name, String(value)]),
    )
    const { status, message, counts, ...more } = await take({
      headers,
      peer: call.getPeer().replace(/:\d+$/, ""),
      requestId: newId(),
      signal,
      encoding: "protobuf",
      read: () => Promise.resolve({ body: [call.request], isZipped: false }),
    })
    if (status === 200) {
      callback(null, successBody("protobuf", signal, counts?.rejected ?? 0, message))
      return
    }
    const details = message ?? ""
    const seconds = retrySecondsOf(status, more.headers["retry-after"])
    const metadata = new Metadata()
    metadata.set("grpc-status-details-bin", statusBody("protobuf", status, details, seconds))
    callback({ code: rpcCodes[status] ?? 2, details, metadata })
  }

  for (const signal of Object.keys(services) as Signal[]) {
    const path = `/opentelemetry.proto.collector.${services[signal]}/Export`
    const method = {
      path,
      requestStream: false,
      responseStream: false,
      requestSerialize: asIs,
      requestDeserialize: asIs,
      responseSerialize: asIs,
      responseDeserialize: asIs,
    } as const
    server.addService(
      { Export: method },
      {
        Export(call: ServerUnaryCall<Buffer, Buffer>, callback: sendUnaryData<Buffer>) {
          void answer(signal, call, callback)
        },
      },
    )
  }
  const name = host.includes(":") ? `[${host}]` : host
  const bound = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`${name}:${port}`, ServerCredentials.createInsecure(), (error, found) =>
      error === null ? resolve(found) : reject(error),
    )
  })
  return {
    port: bound,
    stop: () =>
      new Promise((resolve) => {
        server.tryShutdown(() => resolve())
        setTimeout(() => server.forceShutdown(), 3000).unref()
      }),
  }
}
