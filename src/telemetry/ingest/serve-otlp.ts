import type { IncomingMessage, OutgoingHttpHeaders } from "node:http"
import type { Plan } from "../../../prisma/generated/enums.ts"
import type { Exchange } from "../../http/exchange.ts"
import { readBody } from "../../http/read-body.ts"
import { asRefusal } from "../../http/refusal.ts"
import type { Services } from "../../platform/services.ts"
import { KeyRefusal } from "../../graphql/workspace/key/key-refusal.ts"
import { telemetryQuota } from "../../graphql/workspace/project/rules/project-limits.ts"
import type { Encoding } from "../otlp/answer.ts"
import { contentTypes, statusBody, successBody } from "../otlp/answer.ts"
import type { Signal } from "../otlp/otlp-error.ts"
import { limits, signals } from "../otlp/otlp-error.ts"
import { createIngestLog } from "./ingest-log.ts"
import type { Counts } from "./job.ts"
import { quotaExcess } from "./quota-excess.ts"
import type { Receiver } from "./receiver.ts"
import { retentionDays } from "./retention-days.ts"
import { createSenderProfiles } from "./sender-profile.ts"

export const otlpPrefix = "/api/otlp/v1/"

/** The holder of an ingestion key. @throws {DomainError} unauthorized */
export type SenderOf = (
  req: IncomingMessage,
  peer: string,
) => Promise<{ keyId: string; projectId: string; plan: Plan }>

type Answer = {
  status: number
  message: string | null
  counts: Counts | null
  headers: OutgoingHttpHeaders
}
type Sender = { keyId: string; projectId: string }

/**
 * POST /api/otlp/v1/{logs,traces,metrics}: OTLP over HTTP for ingestion keys. Errors are google.rpc.Status messages in
 * the encoding of the request, as exporters expect.
 */
export function createOtlp(services: Services, receiver: Receiver, senderOf: SenderOf) {
  const { env, log } = services
  const ingestLog = createIngestLog(services)
  const profileOf = createSenderProfiles(services)

  async function receive(
    { req, peer, requestId }: Exchange,
    signal: Signal,
    found: { sender: Sender | null },
  ): Promise<Answer> {
    try {
      const { keyId, projectId, plan } = await senderOf(req, peer)
      found.sender = { keyId, projectId }
      const isZipped = readCoding(req)
      if (isZipped === null) return refuse(415, "Send Content-Encoding: gzip, or none.")
      const encoding = encodingOf(req)
      if (encoding === null) {
        return refuse(415, "Send Content-Type: application/x-protobuf or application/json.")
      }
      const { rules, used, secondsLeft } = await profileOf(projectId)
      const excess = quotaExcess(used, ingestLog.pending(projectId), telemetryQuota(plan, env))
      if (excess !== null) return refuse(429, excess, { "retry-after": String(secondsLeft) })
      const body = await readBody(req, limits.bodyBytes)
      const owner = { projectId, retentionDays: retentionDays(plan, env), rules: rules[signal] }
      const outcome = await receiver.take({ signal, encoding, isZipped, body, owner })
      if (outcome.kind === "stored") {
        return { status: 200, message: outcome.remark, counts: outcome, headers: {} }
      }
      return outcome.kind === "refused"
        ? refuse(outcome.status, outcome.message)
        : refuse(503, outcome.message, { "retry-after": String(outcome.retrySeconds) })
    } catch (error) {
      if (error instanceof KeyRefusal) {
        found.sender = { keyId: error.key.id, projectId: error.key.projectId }
      }
      const { status, message, headers } = asRefusal(error, { log, requestId })
      // Exporters drop data at some statuses; 429 is for the quota alone.
      return refuse(status === 429 ? 503 : status, message, headers)
    }
  }

  async function handle(exchange: Exchange): Promise<void> {
    const { req, path } = exchange
    const encoding = encodingOf(req) ?? "json"
    const signal = signals.find((one) => path === `${otlpPrefix}${one}`)
    if (signal === undefined) {
      const paths = signals.map((one) => otlpPrefix + one).join(", ")
      respond(exchange, encoding, "logs", refuse(404, `Send to ${paths}.`))
      return
    }
    if (req.method !== "POST") {
      respond(exchange, encoding, signal, refuse(405, "Send POST.", { allow: "POST" }))
      return
    }
    const found: { sender: Sender | null } = { sender: null }
    const answer = await receive(exchange, signal, found)
    respond(exchange, encoding, signal, answer)
    if (found.sender === null) return
    const { status, message, counts } = answer
    const agent = req.headers["user-agent"] ?? null
    ingestLog.record({ ...found.sender, signal, encoding, status, message, agent, counts })
  }

  return { handle, stop: ingestLog.stop }
}

const refuse = (status: number, message: string, headers: OutgoingHttpHeaders = {}): Answer => ({
  status,
  message,
  counts: null,
  headers,
})

function respond(
  { req, res }: Exchange,
  encoding: Encoding,
  signal: Signal,
  { status, message, counts, headers }: Answer,
): void {
  const body =
    status === 200
      ? successBody(encoding, signal, counts?.rejected ?? 0, message)
      : statusBody(encoding, status, message ?? "")
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
