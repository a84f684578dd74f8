import type { IncomingMessage } from "node:http"
import type { Exchange } from "../../http/exchange.ts"
import { readParts } from "../../http/read-body.ts"
import {
  contentTypes,
  retrySecondsOf,
  statusBody,
  successBody,
  type Encoding,
} from "../otlp/answer.ts"
import { limits, signals, type Signal } from "../otlp/otlp-error.ts"
import { refuse, type Answer, type Intake } from "./take-request.ts"

export const otlpPrefix = "/api/otlp/v1/"

/**
 * POST /api/otlp/v1/{logs,traces,metrics}: OTLP over HTTP for ingestion keys. Errors are google.rpc.Status messages in
 * the encoding of the request, as exporters expect.
 */
export function createOtlp({ take, corsOf, preflightOf }: Intake) {
  async function answerTo(exchange: Exchange, signal: Signal, encoding: Encoding): Promise<Answer> {
    const { req, peer, requestId } = exchange
    if (isPreflight(req)) {
      const allowed = await preflightOf(req.headers)
      return allowed === null
        ? refuse(403, "No ingestion key allows pages of this origin.", { vary: "origin" })
        : { ...refuse(204, ""), headers: allowed }
    }
    if (req.method !== "POST") return refuse(405, "Send POST.", { allow: "POST" })
    const isZipped = readCoding(req)
    if (isZipped === null) return refuse(415, "Send Content-Encoding: gzip, or none.")
    if (encodingOf(req) === null) {
      return refuse(415, "Send Content-Type: application/x-protobuf or application/json.")
    }
    const read = async (onBytes: (bytes: number) => void) => ({
      isZipped,
      body: await readParts(req, limits.bodyBytes, onBytes),
    })
    return take({ headers: req.headers, peer, requestId, signal, encoding, read })
  }

  return async function handle(exchange: Exchange): Promise<void> {
    const encoding = encodingOf(exchange.req) ?? "json"
    const signal = signals.find((one) => exchange.path === `${otlpPrefix}${one}`)
    if (signal === undefined) {
      const paths = signals.map((one) => otlpPrefix + one).join(", ")
      respond(exchange, encoding, "logs", refuse(404, `Send to ${paths}.`))
      return
    }
    const answer = await answerTo(exchange, signal, encoding)
    const headers = { ...(await corsOf(exchange.req.headers)), ...answer.headers }
    respond(exchange, encoding, signal, { ...answer, headers })
  }
}

function respond(
  { req, res }: Exchange,
  encoding: Encoding,
  signal: Signal,
  { status, message, counts, headers }: Answer,
): void {
  const retrySeconds = retrySecondsOf(status, headers["retry-after"])
  const body =
    status === 200
      ? successBody(encoding, signal, counts?.rejected ?? 0, message)
      : statusBody(encoding, status, message ?? "")
  if (status === 204) {
    res.writeHead(204, headers).end()
    return
  }
  // What was not read would be taken for the next request.
  if (!req.complete) res.setHeader("connection", "close")
  res.writeHead(status, {
    ...headers,
    ...(retrySeconds === null ? {} : { "retry-after": String(retrySeconds) }),
    "content-type": contentTypes[encoding],
    "content-length": body.length,
    "cache-control": "no-store",
  })
  res.end(body)
}

/** What a browser asks before it sends with a header of its own. */
const isPreflight = ({ method, headers }: IncomingMessage): boolean =>
  method === "OPTIONS" &&
  headers.origin !== undefined &&
  headers["access-control-request-method"] !== undefined

/** Null for a type that is no encoding of OTLP. */
function encodingOf({ headers }: IncomingMessage): Encoding | null {
  const type = headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase()
  if (type === contentTypes.protobuf || type === "application/protobuf") return "protobuf"
  return type === contentTypes.json ? "json" : null
}

/** Whether the body is compressed; null for a coding that is not read here. */
function readCoding({ headers }: IncomingMessage): boolean | null {
  const coding = headers["content-encoding"]?.trim().toLowerCase() ?? "identity"
  if (coding === "identity" || coding === "") return false
  return coding === "gzip" || coding === "x-gzip" ? true : null
}
