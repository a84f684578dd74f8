import type { IncomingMessage } from "node:http"
import type { Readable } from "node:stream"
import { Refusal } from "./refusal.ts"

/** An oversized body is read and discarded up to this many times the limit, so that the response arrives. */
const patience = 8
/** But never fewer bytes than these. */
const leastPatience = 32 * 1024 * 1024

/**
 * Reads the body with a size limit.
 *
 * @throws {Refusal} 413 if it exceeds `limit` bytes, 400 if it ends early.
 */
export const readBody = async (req: IncomingMessage, limit: number): Promise<Buffer> =>
  Buffer.concat(await readParts(req, limit))

/**
 * The same body as it arrived, for those who need no copy of it.
 *
 * @param onBytes called before bytes are kept; what it throws ends the reading.
 * @throws {Refusal}
 */
export async function readParts(
  req: Readable,
  limit: number,
  onBytes: (bytes: number) => void = () => undefined,
): Promise<Buffer[]> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    // Leaving the loop must not destroy the socket, which the response needs.
    const incoming: AsyncIterable<Buffer> = req.iterator({ destroyOnReturn: false })
    for await (const chunk of incoming) {
      size += chunk.length
      if (size > Math.max(limit * patience, leastPatience)) break
      if (size > limit) {
        chunks.length = 0
        continue
      }
      onBytes(chunk.length)
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal("validation_failed", "The request ended before its body was complete.")
  }
  if (size > limit) {
    throw new Refusal(
      "payload_too_large",
      `The body is larger than ${limit.toLocaleString("en")} bytes. Send less at once.`,
      { connection: "close" },
    )
  }
  return chunks
}
