import type { IncomingMessage, OutgoingHttpHeaders } from "node:http"
import type { Plan } from "../../../prisma/generated/enums.ts"
import type { Exchange } from "../../http/exchange.ts"
import { readBody } from "../../http/read-body.ts"
import { asRefusal } from "../../http/refusal.ts"
import type { Services } from "../../platform/services.ts"
import type { Encoding } from "../otlp/answer.ts"
import { contentTypes, statusBody, successBody } from "../otlp/answer.ts"
import { limits, signals } from "../otlp/otlp-error.ts"
import { retentionDays } from "./retention-days.ts"
import type { Receiver } from "./receiver.ts"

export const otlpPrefix = "/api/otlp/v1/"

/** The project of an ingestion key. @throws {DomainError} unauthorized */
export type SenderOf = (
  req: IncomingMessage,
  peer: string,
) => Promise<{ projectId: string; plan: Plan }>
type Answer = { status: number; body: Buffer; headers?: OutgoingHttpHeaders }

/**
 * POST /api/otlp/v1/{logs,traces,metrics}: OTLP over HTTP for ingestion keys. Errors are google.rpc.Status messages in
 * the encoding of the request, as exporters expect.
 */
export function createOtlp(services: Services, receiver: Receiver, senderOf: SenderOf) {
  const { env, log } = services

  async function receive(
    { req, path, peer, requestId }: Exchange,
    encoding: Encoding,
  ): Promise<Answer> {
    const refuse = (
      status: number,
      message: string,
      headers: OutgoingHttpHeaders = {},
    ): Answer => ({
      status,
      body: statusBody(encoding, status, message),
      headers,
    })
    const signal = signals.find((one) => path === `${otlpPrefix}${one}`)
    if (signal === undefined) {
      return refuse(404, `Send to ${signals.map((one) => otlpPrefix + one).join(", ")}.`)
    }
    try {
      const { projectId, plan } = await senderOf(req, peer)
      const isZipped = readCoding(req)
      if (isZipped === null) return refuse(415, "Send Content-Encoding: gzip, or none.")
      if (encodingOf(req) === null) {
        return refuse(415, "Send Content-Type: application/x-protobuf or application/json.")
      }
      const body = await readBody(req, limits.bodyBytes)
      const owner = { projectId, retentionDays: retentionDays(plan, env) }
      const outcome = await receiver.take({ signal, encoding, isZipped, body, owner })
      if (outcome.kind === "stored") {
        return {
          status: 200,
          body: successBody(encoding, signal, outcome.rejected, outcome.remark),
        }
      }
      return outcome.kind === "refused"
        ? refuse(outcome.status, outcome.message)
        : refuse(503, outcome.message, { "retry-after": String(outcome.retrySeconds) })
    } catch (error) {
      const { status, message, headers } = asRefusal(error, { log, requestId })
      return refuse(status, message, headers)
    }
  }

  return async function handle(exchange: Exchange): Promise<void> {
    const { req, res } = exchange
    const encoding = encodingOf(req) ?? "json"
    const { status, body, headers = {} } = await receive(exchange, encoding)
    // What was not read would be taken for the next request.
    if (!req.complete) res.setHeader("connection", "close")
    res.writeHead(status, {
      ...headers,
      "content-type": contentTypes[encoding],
      "content-length": body.length,
      "cache-control": "no-store",
    })
    res.end(body)
  }
}

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
