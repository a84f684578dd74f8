import type { IncomingMessage, ServerResponse } from "node:http"
import type { Env } from "../env.ts"
import { Refusal } from "../rest/refusal.ts"

export type Origins = ReturnType<typeof createOrigins>

/**
 * Which web pages may call. Browsers name the page in Origin and send the cookies of whoever is signed in, so
 * a page that is neither ours nor listed is refused, on requests and on sockets alike. Other programs send no
 * Origin.
 */
export function createOrigins({ BASE_URL, ALLOWED_ORIGINS }: Env) {
  const listed = new Set([new URL(BASE_URL).origin, ...ALLOWED_ORIGINS])

  /** @throws {Refusal} 403 for a foreign page. */
  function check({ headers: { origin, host } }: IncomingMessage): void {
    if (origin === undefined || listed.has(origin)) return
    // The page came from this very address, under a name that BASE_URL does not know.
    if (URL.canParse(origin) && new URL(origin).host === host) return
    throw new Refusal(
      "foreign_origin",
      `Pages of ${origin.slice(0, 200)} may not call this address. Add that origin to ALLOWED_ORIGINS if they should.`,
    )
  }

  /** Lets the listed origins read answers; true where the request was only a browser's question about it. */
  function answerCors({ method, headers }: IncomingMessage, res: ServerResponse): boolean {
    const { origin } = headers
    res.setHeader("vary", "Origin")
    if (origin === undefined || !ALLOWED_ORIGINS.includes(origin)) return false
    res.setHeader("access-control-allow-origin", origin)
    res.setHeader("access-control-allow-credentials", "true")
    res.setHeader("access-control-expose-headers", "X-Request-Id, Retry-After")
    if (method !== "OPTIONS") return false
    res.setHeader("access-control-allow-methods", "GET, POST")
    res.setHeader("access-control-allow-headers", "Authorization, Content-Type")
    res.setHeader("access-control-max-age", "600")
    res.writeHead(204).end()
    return true
  }

  return { check, answerCors }
}
