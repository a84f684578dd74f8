import type { IncomingMessage } from "node:http"

const mostBytes = 8 * 1024
const type = "application/x-www-form-urlencoded"

/** What a browser sends of a form; null for anything else, and for one that is longer than any of ours. */
export async function readForm(
  req: IncomingMessage,
  most = mostBytes,
): Promise<URLSearchParams | null> {
  if (req.headers["content-type"]?.split(";")[0]?.trim().toLowerCase() !== type) return null
  const chunks: Buffer[] = []
  let size = 0
  try {
    // Leaving the loop must not destroy the socket that the answer goes out on.
    const incoming: AsyncIterable<Buffer> = req.iterator({ destroyOnReturn: false })
    for await (const chunk of incoming) {
      size += chunk.length
      if (size > most) return null
      chunks.push(chunk)
    }
  } catch {
    // Whoever went away in mid-sentence sent no form.
    return null
  }
  return new URLSearchParams(Buffer.concat(chunks).toString("utf8"))
}
