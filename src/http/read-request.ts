import type { IncomingMessage } from "node:http"
import { readBody } from "./read-body.ts"

export function headersOf({ headers: given }: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(given)) {
    for (const one of Array.isArray(value) ? value : [value ?? ""]) headers.append(name, one)
  }
  return headers
}

/** Converts to a web Request, whose origin is that of BASE_URL and not of the Host header. */
export async function requestOf(
  req: IncomingMessage,
  baseUrl: string,
  maxBytes: number,
): Promise<Request> {
  const hasBody = req.method !== "GET" && req.method !== "HEAD"
  const body = hasBody ? await readBody(req, maxBytes) : null
  return new Request(new URL(baseUrl).origin + (req.url ?? "/"), {
    method: req.method ?? "GET",
    headers: headersOf(req),
    // Copied, because a Buffer may share its memory.
    body: body === null || body.length === 0 ? null : Uint8Array.from(body),
  })
}
