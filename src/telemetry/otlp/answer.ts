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

const retryInfo = "type.googleapis.com/google.rpc.RetryInfo"

/**
 * A google.rpc.Status; with `retrySeconds` it has a RetryInfo, without which exporters drop what is refused over gRPC.
 * Over HTTP, Retry-After says the same.
 */
export function statusBody(
  encoding: Encoding,
  status: number,
  message: string,
  retrySeconds: number | null = null,
): Buffer {
  const code = rpcCodes[status] ?? 2
  if (encoding === "json") return Buffer.from(JSON.stringify({ code, message }))
  const writer = new ProtoWriter(answerBytes)
  writer.varint(1, code)
  writer.text(2, message)
  if (retrySeconds === null) return writer.finish()
  const detail = writer.begin(3)
  writer.text(1, retryInfo)
  const info = writer.begin(2)
  const delay = writer.begin(1)
  writer.varint(1, retrySeconds)
  for (const place of [delay, info, detail]) writer.end(place)
  return writer.finish()
}

const usualRetrySeconds = 5

/** After how many seconds a refused request may be sent again; null for one that may not. */
export function retrySecondsOf(
  status: number,
  retryAfter: number | string | string[] | undefined,
): number | null {
  if (status !== 429 && status !== 503) return null
  const seconds = Math.ceil(Number(retryAfter))
  return Number.isFinite(seconds) && seconds > 0 ? seconds : usualRetrySeconds
}
