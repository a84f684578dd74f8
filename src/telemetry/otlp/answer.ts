import { ProtoWriter } from "./proto-writer.ts"
import type { Signal } from "./otlp-error.ts"

export type Encoding = "protobuf" | "json"

export const contentTypes: Record<Encoding, string> = {
  protobuf: "application/x-protobuf",
  json: "application/json",
}

const rejectedNames: Record<Signal, string> = {
  logs: "rejectedLogRecords",
  traces: "rejectedSpans",
  metrics: "rejectedDataPoints",
}

const answerBytes = 512
const nothing = Buffer.alloc(0)

/** An Export…ServiceResponse; with `remark` it has a partialSuccess, which tells the sender not to retry. */
export function successBody(
  encoding: Encoding,
  signal: Signal,
  rejected: number,
  remark: string | null,
): Buffer {
  if (encoding === "json") {
    const partialSuccess = { [rejectedNames[signal]]: String(rejected), errorMessage: remark }
    return Buffer.from(JSON.stringify(remark === null ? {} : { partialSuccess }))
  }
  if (remark === null) return nothing
  const writer = new ProtoWriter(answerBytes)
  const place = writer.begin(1)
  if (rejected > 0) writer.varint(1, rejected)
  writer.text(2, remark)
  writer.end(place)
  return writer.finish()
}

/** Numbers of google.rpc.Code. */
export const rpcCodes: Record<number, number> = {
  400: 3,
  401: 16,
  403: 7,
  404: 5,
  405: 12,
  408: 4,
  413: 3,
  415: 3,
  429: 8,
  500: 13,
  503: 14,
}

/** A google.rpc.Status. */
export function statusBody(encoding: Encoding, status: number, message: string): Buffer {
  const code = rpcCodes[status] ?? 2
  if (encoding === "json") return Buffer.from(JSON.stringify({ code, message }))
  const writer = new ProtoWriter(answerBytes)
  writer.varint(1, code)
  writer.text(2, message)
  return writer.finish()
}
