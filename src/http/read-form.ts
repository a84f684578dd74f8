import type { IncomingMessage } from "node:http"

const mostBytes = 8 * 1024
const type = "application/x-www-form-urlencoded"

/** Reads a submitted form; null for other content types and oversized bodies. */
export async function readForm(
  req: IncomingMessage,
  most = mostBytes,
): Promise<URLSearchParams | null> {
  if (req.headers["content-type"]?.split(";")[0]?.trim().toLowerCase() !== type) return null
  const chunks: Buffer[] = []
  let size = 0
  try {
    // Leaving the loop must not destroy the socket, which the response needs.
    const incoming: AsyncIterable<Buffer> = req.iterator({ destroyOnReturn: false })
    for await (const chunk of incoming) {
      size += chunk.length
      if (size > most) return null
      chunks.push(chunk)
    }
  } catch {
    // The client disconnected before the form was complete.
    return null
  }
  return new URLSearchParams(Buffer.concat(chunks).toString("utf8"))
}
