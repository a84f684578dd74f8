import { Client, credentials, Metadata, type ServiceError } from "@grpc/grpc-js"
import protobuf from "protobufjs"
import { expect, test } from "vitest"
import { startGrpc } from "../../src/telemetry/ingest/serve-grpc.ts"
import { refuse } from "../../src/telemetry/ingest/take-request.ts"

const { root } = protobuf.parse(`syntax = "proto3";
  message Any { string type_url = 1; bytes value = 2; }
  message Status { int32 code = 1; string message = 2; repeated Any details = 3; }
  message Duration { int64 seconds = 1; int32 nanos = 2; }
  message RetryInfo { Duration retry_delay = 1; }`)

const asIs = (bytes: Buffer) => bytes

/** What a client gets that is refused with this status of HTTP. */
async function refusalOf(status: number, headers: Record<string, string>) {
  const server = await startGrpc(
    {
      take: () => Promise.resolve(refuse(status, "Not now.", headers)),
    },
    "127.0.0.1",
    0,
  )
  const client = new Client(`127.0.0.1:${server.port}`, credentials.createInsecure())
  const error = await new Promise<ServiceError | null>((resolve) => {
    const path = "/opentelemetry.proto.collector.trace.v1.TraceService/Export"
    client.makeUnaryRequest(path, asIs, asIs, Buffer.alloc(0), new Metadata(), resolve)
  })
  client.close()
  await server.stop()
  const [bytes] = error?.metadata.get("grpc-status-details-bin") ?? []
  const { code, message, details } = root
    .lookupType("Status")
    .toObject(root.lookupType("Status").decode(bytes as Buffer)) as {
    code: number
    message: string
    details?: { typeUrl: string; value: Buffer }[]
  }
  expect([code, message]).toEqual([error?.code, "Not now."])
  return {
    code,
    delays: details?.map(({ typeUrl, value }) => {
      expect(typeUrl).toBe("type.googleapis.com/google.rpc.RetryInfo")
      const info = root.lookupType("RetryInfo")
      return info.toObject(info.decode(value), { longs: Number })
    }),
  }
}

test.each([
  ["a quota", 429, { "retry-after": "3600" }, 8, 3600],
  ["an overload", 503, { "retry-after": "7" }, 14, 7],
  ["an unknown end", 503, {}, 14, 5],
])(
  "%s is refused with the time of the next attempt",
  async (_name, status, headers, code, seconds) => {
    const delays = [{ retryDelay: { seconds } }]
    expect(await refusalOf(status, headers as Record<string, string>)).toEqual({ code, delays })
  },
)

test("what must not be sent again names no time", async () => {
  expect(await refusalOf(400, {})).toEqual({ code: 3, delays: undefined })
  expect(await refusalOf(401, {})).toEqual({ code: 16, delays: undefined })
})
