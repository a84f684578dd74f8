import type { ServerResponse } from "node:http"

/** Writes a web Response. */
export async function send(res: ServerResponse, response: Response): Promise<void> {
  for (const [name, value] of response.headers) {
    if (name !== "set-cookie") res.setHeader(name, value)
  }
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) res.setHeader("set-cookie", cookies)
  res.statusCode = response.status
  const bytes = Buffer.from(await response.arrayBuffer())
  if (response.status !== 204) res.setHeader("content-length", bytes.length)
  res.end(bytes)
}
