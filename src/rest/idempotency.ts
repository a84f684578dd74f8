import { createHash } from "node:crypto"
import type { IncomingMessage } from "node:http"
import type { Context } from "../graphql/kernel/context.ts"
import { once, type Answer } from "../graphql/workspace/idempotency/once.ts"
import { Refusal, refuseFaults } from "../http/refusal.ts"

/** Statuses that depend on time or on other headers; a retry executes the request again. */
const notKept = new Set([401, 403, 409, 415, 429, 500, 503])

const isKept = ({ status }: Answer): boolean => !notKept.has(status)

/** 1 to 255 visible characters of ASCII. */
const keyShape = /^[\x21-\x7e]{1,255}$/

/** @throws {Refusal} validation_failed naming the header. */
export function readIdempotencyKey({ headersDistinct }: IncomingMessage): string | null {
  const given = headersDistinct["idempotency-key"]
  if (given === undefined) return null
  const [key = "", ...more] = given
  if (more.length === 0 && keyShape.test(key)) return key
  throw refuseFaults([
    {
      header: "Idempotency-Key",
      detail: "must be 1 to 255 visible ASCII characters, sent once, for example a new UUID",
    },
  ])
}

export type Repeatable = { projectId: string; key: string; req: IncomingMessage; body: Buffer }

/**
 * Executes a request once within 24 hours; retries get the stored answer.
 *
 * @throws {Refusal} idempotency_key_reused or idempotency_in_progress.
 */
export async function executeOnce(
  ctx: Context,
  { projectId, key, req, body }: Repeatable,
  work: (ctx: Context) => Promise<Answer>,
): Promise<Answer> {
  // The answer of a key without a limit must not be replayed to one with a limit.
  const limit = await ctx.access.limit(projectId)
  const within = limit === null ? "" : `${limit.toSorted().join(" ")}\n`
  const fingerprint = Uint8Array.from(
    createHash("sha256").update(`${req.method} ${req.url}\n${within}`).update(body).digest(),
  )
  const done = await once(ctx, { projectId, key, fingerprint }, work, isKept)
  switch (done.kind) {
    case "fresh":
      return done.answer
    case "replayed":
      return {
        ...done.answer,
        headers: { ...done.answer.headers, "idempotency-replayed": "true" },
      }
    case "in_progress":
      throw new Refusal(
        "idempotency_in_progress",
        "The first request with this Idempotency-Key is still being executed. Retry in a moment.",
        { "retry-after": "1" },
      )
    case "reused":
      throw new Refusal(
        "idempotency_key_reused",
        "This Idempotency-Key was used for a different request within the last 24 hours. " +
          "Use a new key for each operation, and reuse a key only to retry the identical request.",
      )
  }
}
