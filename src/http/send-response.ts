import type { IncomingMessage, ServerResponse } from "node:http"
import { endCompressed } from "./compress.ts"

/** Writes a web Response. */
export async function send(res: ServerResponse, response: Response): Promise<void> {
  const bytes = await begin(res, response)
  if (response.status !== 204) res.setHeader("content-length", bytes.length)
  res.end(bytes)
}

/** Writes one without secrets, compressed where the client asks for it; never an event stream. */
export async function sendCompressed(
  req: IncomingMessage,
  res: ServerResponse,
  response: Response,
): Promise<void> {
  const isJson = /json\b/.test(response.headers.get("content-type") ?? "")
  if (!isJson) return send(res, response)
  return endCompressed(req, res, await begin(res, response))
}

async function begin(res: ServerResponse, response: Response): Promise<Buffer> {
  for (const [name, value] of response.headers) {
    if (name !== "set-cookie") res.setHeader(name, value)
  }
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) res.setHeader("set-cookie", cookies)
  res.statusCode = response.status
  return Buffer.from(await response.arrayBuffer())
}
