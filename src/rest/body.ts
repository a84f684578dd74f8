import type { IncomingMessage } from "node:http"
import { Refusal } from "./refusal.ts"

/** A body over the limit is read on and thrown away up to this many times it, so that the answer arrives. */
const patience = 8

/**
 * The body, counted while it is read.
 *
 * @throws {Refusal} 413 where it is larger than `limit` bytes, 400 where it ends early.
 */
export async function readBody(req: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    // Leaving the loop must not destroy the socket that the answer goes out on.
    const incoming: AsyncIterable<Buffer> = req.iterator({ destroyOnReturn: false })
    for await (const chunk of incoming) {
      size += chunk.length
      if (size > limit * patience) break
      if (size <= limit) chunks.push(chunk)
      else chunks.length = 0
    }
  } catch {
    throw new Refusal("validation_failed", "The request ended before its body was complete.")
  }
  if (size > limit) {
    throw new Refusal(
      "payload_too_large",
      `The body is larger than ${limit.toLocaleString("en")} bytes. Send less at once.`,
      { connection: "close" },
    )
  }
  return Buffer.concat(chunks)
}
