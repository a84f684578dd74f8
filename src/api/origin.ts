import type { IncomingMessage, ServerResponse } from "node:http"
import { derivedFrom } from "../platform/derived-from.ts"
import type { Env } from "../platform/env.ts"
import { Refusal } from "../http/refusal.ts"

export type Origins = ReturnType<typeof createOrigins>

/**
 * Decides which web pages may call. A browser sends the page's origin and the user's cookies, so any origin but our
 * own and those listed is refused, on requests and sockets alike. Programs other than browsers send no Origin.
 */
export function createOrigins(env: Env) {
  const { ALLOWED_ORIGINS } = env
  const own = derivedFrom(
    () => env.BASE_URL,
    (baseUrl) => {
      const { origin, protocol } = new URL(baseUrl)
      return { protocol, listed: new Set([origin, ...ALLOWED_ORIGINS]) }
    },
  )

  /** @throws {Refusal} 403 for a page of another origin. */
  function check({ headers: { origin, host } }: IncomingMessage): void {
    const { protocol, listed } = own()
    if (origin === undefined || listed.has(origin)) return
    // The page was loaded from this same address under another name than BASE_URL. The protocol is that of
    // BASE_URL: a page over http must not act for one over https.
    const address = `${protocol}//${host ?? ""}`
    if (URL.canParse(address) && new URL(address).origin === origin) return
    throw new Refusal(
      "foreign_origin",
      `Pages of ${origin.slice(0, 200)} may not call this API. Add that origin to ALLOWED_ORIGINS to allow it.`,
    )
  }

  /** Sets the CORS headers of allowed origins; true if the request was a preflight. */
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
