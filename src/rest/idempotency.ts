import { createHash } from "node:crypto"
import type { IncomingMessage } from "node:http"
import type { Context } from "../graphql/context.ts"
import type { Answer } from "../graphql/idempotency/once.ts"
import { once } from "../graphql/idempotency/once.ts"
import { Refusal, refuseFaults } from "./refusal.ts"

/** What a repetition may find changed is not kept: it is tried afresh. */
const notKept = new Set([401, 403, 409, 429, 500, 503])

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
      detail: "must be 1 to 255 visible ASCII characters, sent once; a new UUID will do",
    },
  ])
}

export type Repeatable = { projectId: string; key: string; req: IncomingMessage; body: Buffer }

/**
 * Executes a request once, however often it is sent within 24 hours.
 *
 * @throws {Refusal} idempotency_key_reused or idempotency_in_progress.
 */
export async function executeOnce(
  ctx: Context,
  { projectId, key, req, body }: Repeatable,
  work: (ctx: Context) => Promise<Answer>,
): Promise<Answer> {
  const fingerprint = Uint8Array.from(
    createHash("sha256").update(`${req.method} ${req.url}\n`).update(body).digest(),
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
        "The first request with this Idempotency-Key is still being executed. Send it again in a moment.",
        { "retry-after": "1" },
      )
    case "reused":
      throw new Refusal(
        "idempotency_key_reused",
        "This Idempotency-Key was used for another request within the last 24 hours. " +
          "Use a new key for each operation, and the old one only to repeat it unchanged.",
      )
  }
}
