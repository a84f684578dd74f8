import type { ServerResponse } from "node:http"
import {
  countRefused,
  receivePayload,
  type Received,
} from "../graphql/incidents/source/receive-payload.ts"
import { endText } from "../http/end-text.ts"
import type { Exchange } from "../http/exchange.ts"
import { readBody } from "../http/read-body.ts"
import { asRefusal, Refusal } from "../http/refusal.ts"
import { nothingHere, requireMethod } from "../http/route.ts"
import { createRateLimiter } from "../platform/rate-limit/rate-limiter.ts"
import { sha256 } from "../platform/secret.ts"
import type { Services } from "../platform/services.ts"
import { UnreadableEvent } from "../senders/sender-event.ts"
import type { SenderAnswer, SenderPath, SenderRefusal } from "../senders/sender.ts"
import { findPath } from "./find-path.ts"
import { readPayload } from "./read-payload.ts"

const mostBytes = 1024 * 1024
const requestsAMinute = 6000
const longestKey = 200
const retrySeconds = 5

/** Handles every request below /in: each is answered as the product does whose format it has. */
export function createInbound(services: Services) {
  const windowMs = 60_000
  const limit = createRateLimiter(services.clock, { points: requestsAMinute, windowMs })
  const refusals = createRateLimiter(services.clock, { points: 1, windowMs })

  /** @throws {Refusal} for a path or method that no sender uses. */
  return async function handle(exchange: Exchange): Promise<void> {
    const found = findPath(exchange.path)
    if (found === null) throw nothingHere()
    requireMethod(exchange, ["POST"])
    const { kind, path, urlKey } = found
    const answer = await receive(exchange, { kind, path, urlKey }).catch((error: unknown) =>
      path.refused(faultOf(error, exchange.requestId)),
    )
    send(exchange.res, answer)
  }

  type Found = { kind: string; path: SenderPath; urlKey: string | null }

  async function receive({ req }: Exchange, { kind, path, urlKey }: Found): Promise<SenderAnswer> {
    const wait = urlKey === null ? 0 : consume(urlKey)
    if (urlKey !== null && wait > 0) return tooMany(kind, urlKey, path, wait)
    let bytes: Buffer
    try {
      bytes = await readBody(req, mostBytes)
    } catch (error) {
      const isLarge = error instanceof Refusal && error.code === "payload_too_large"
      if (!isLarge) throw error
      if (urlKey !== null) await countRefused(services, { kind, key: urlKey, why: "too_large" })
      return path.refused({ why: "too_large", mostBytes })
    }
    const text = bytes.toString("utf8")
    const read = readPayload(text)
    const body = "body" in read ? read.body : null
    const key = urlKey ?? path.keyOf?.(body) ?? null
    if (key === null || key.length > longestKey) {
      return path.refused(
        "fault" in read ? { why: "unreadable", errors: [read.fault] } : { why: "unknown_key" },
      )
    }
    const waitOfBody = urlKey === null ? consume(key) : 0
    if (waitOfBody > 0) return tooMany(kind, key, path, waitOfBody)
    const received = await receivePayload(services, {
      kind,
      key,
      text: text.replaceAll(key, "…"),
      bytes: bytes.length,
      read(mapping) {
        if ("fault" in read) throw new UnreadableEvent([read.fault])
        return path.read({ body, mapping })
      },
    })
    return answerOf(path, received)
  }

  function consume(key: string): number {
    return limit.consume(nameOf(key))
  }

  async function tooMany(kind: string, key: string, path: SenderPath, waitMs: number) {
    // Counted once in a window: counting each would be the work that the limit saves.
    if (refusals.consume(nameOf(key)) === 0)
      await countRefused(services, { kind, key, why: "rate_limited" })
    return path.refused({ why: "rate_limited", retrySeconds: Math.ceil(waitMs / 1000) })
  }

  /** What is sent again later is not lost: all that is not the sender's fault is a 5xx. */
  function faultOf(error: unknown, requestId: string): SenderRefusal {
    const { code, message } = asRefusal(error, { log: services.log, requestId })
    if (code === "unavailable") return { why: "unavailable", retrySeconds }
    if (code === "internal_error") return { why: "failed" }
    return { why: "unreadable", errors: [message] }
  }
}

/** A limiter keeps it in memory, where a key does not belong. */
const nameOf = (key: string): string => Buffer.from(sha256(key)).toString("hex")

const answerOf = (path: SenderPath, received: Received): SenderAnswer =>
  received.isAccepted
    ? path.accepted(received.outcomes.map(({ dedupKey }) => dedupKey))
    : path.refused(received.refusal)

function send(res: ServerResponse, { status, headers = {}, body }: SenderAnswer): void {
  res.statusCode = status
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
  res.setHeader("cache-control", "no-store")
  if (status === 413) res.setHeader("connection", "close")
  if (body === null) {
    res.end()
    return
  }
  res.setHeader("content-type", "application/json; charset=utf-8")
  endText(res, JSON.stringify(body))
}
