import type { Finding } from "../../findings/finding.ts"
import { clip } from "../compare.ts"
import { isWeb, shown, type Request } from "./http-request.ts"

/** 300 and 304 have no target; 305 and 306 are obsolete. */
export const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status)

export type Hop = { request: Request; withheld: string[] } | { wrong: Finding }

/** Headers with credentials, sent only to the origin of the monitor's URL. */
const confidential =
  /^(authorization|cookie|proxy-authorization|host)$|key|token|secret|auth|session/

/**
 * The next request after a redirect (RFC 9110, 15.4): 303 becomes a GET, and so do 301 and 302 after a POST.
 * `withheld` names headers of the `first` request that another origin is not sent; its own gets them again.
 */
export function followTo(first: Request, from: Request, status: number, location: string): Hop {
  const url = URL.parse(location, from.url.href)
  const parameters = { from: shown(from.url), to: clip(location) }
  if (url === null || location.trim() === "") {
    return { wrong: { code: "redirect_to_no_url", parameters } }
  }
  if (!isWeb(url)) {
    const scheme = url.protocol
    return { wrong: { code: "redirect_to_other_scheme", parameters: { ...parameters, scheme } } }
  }
  url.username = ""
  url.password = ""
  url.hash ||= from.url.hash

  const becomesGet =
    (status === 303 && from.method !== "HEAD") || (status <= 302 && from.method === "POST")
  const method = becomesGet ? "GET" : from.method
  const isElsewhere = url.origin !== first.url.origin
  const names = [...first.headers.keys()]
  const withheld = isElsewhere ? names.filter((name) => confidential.test(name)) : []
  const dropped = new Set([
    ...withheld,
    ...(method === first.method ? [] : names.filter((name) => name.startsWith("content-"))),
  ])
  return {
    request: {
      method,
      url,
      headers: new Map([...first.headers].filter(([name]) => !dropped.has(name))),
      body: becomesGet ? "" : from.body,
      traceId: from.traceId,
    },
    withheld,
  }
}
