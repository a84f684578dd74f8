import { isWeb, type Request } from "./http-request.ts"

/** 300 and 304 have no target; 305 and 306 are obsolete. */
export const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status)

export type Hop = { request: Request; withheld: string[] } | { wrong: string }

/** Headers with credentials, sent only to the origin of the monitor's URL. */
const confidential =
  /^(authorization|cookie|proxy-authorization|host)$|key|token|secret|auth|session/

/**
 * The next request after a redirect (RFC 9110, 15.4): 303 becomes a GET, and so do 301 and 302 after a POST.
 * `withheld` names headers that were not sent to another origin.
 */
export function followTo(from: Request, status: number, location: string): Hop {
  const url = URL.parse(Buffer.from(location, "latin1").toString("utf8"), from.url.href)
  if (url === null || location.trim() === "") return { wrong: "is not a URL" }
  if (!isWeb(url)) return { wrong: `has the scheme ${url.protocol} instead of http: or https:` }
  url.username = ""
  url.password = ""
  url.hash ||= from.url.hash

  const becomesGet =
    (status === 303 && from.method !== "HEAD") || (status <= 302 && from.method === "POST")
  const isElsewhere = url.origin !== from.url.origin
  const names = [...from.headers.keys()]
  const withheld = isElsewhere ? names.filter((name) => confidential.test(name)) : []
  const dropped = new Set([
    ...withheld,
    ...(becomesGet ? names.filter((name) => name.startsWith("content-")) : []),
  ])
  return {
    request: {
      method: becomesGet ? "GET" : from.method,
      url,
      headers: new Map([...from.headers].filter(([name]) => !dropped.has(name))),
      body: becomesGet ? "" : from.body,
      traceId: from.traceId,
    },
    withheld,
  }
}

export type Jar = { header(url: URL): string; store(url: URL, lines: string[]): void }

const mostCookies = 50
const mostLength = 4096

/** Cookies for one check: a site that sets one and redirects back would otherwise loop. */
export function createJar(): Jar {
  const origins = new Map<string, Map<string, string>>()
  return {
    header(url) {
      // `URL.origin` is computed on each access.
      const jar = origins.size === 0 ? [] : [...(origins.get(url.origin) ?? [])]
      return jar.map(([name, value]) => `${name}=${value}`).join("; ")
    },
    store(url, lines) {
      const jar = origins.get(url.origin) ?? new Map<string, string>()
      for (const line of lines) {
        const [pair = "", ...attributes] = line.split(";")
        const [, name, value] = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? []
        if (name === undefined || value === undefined || pair.length > mostLength) continue
        const isGone = attributes.some((one) => /^\s*max-age\s*=\s*(0|-\d+)\s*$/i.test(one))
        if (isGone) jar.delete(name)
        else if (jar.size < mostCookies) jar.set(name, value)
      }
      origins.set(url.origin, jar)
    },
  }
}
