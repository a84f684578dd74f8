import { isIP } from "node:net"
import { domainToASCII } from "node:url"

/** One cookie as a browser keeps it (RFC 6265, 5.3). */
export type Cookie = {
  name: string
  value: string
  domain: string
  /** Sent to exactly `domain`, not to its subdomains. */
  isHostOnly: boolean
  path: string
  isSecure: boolean
  /** Null for a session cookie; one in the past deletes. */
  expiresAtMs: number | null
}

const mostLength = 4096
// oxlint-disable-next-line no-control-regex -- RFC 6265bis, 5.6: a cookie with control characters is ignored.
const control = /[\0-\x08\n-\x1f\x7f]/

/**
 * Parses a Set-Cookie line of a response from `url`; null if a browser would ignore it.
 * @param isPublicSuffix whether anybody may register names below a domain.
 */
export function readCookie(
  line: string,
  url: URL,
  now: Date,
  isPublicSuffix: (domain: string) => boolean,
): Cookie | null {
  const [pair = "", ...parts] = line.split(";")
  const [, name = "", value = ""] = /^\s*(?:([^=]*?)\s*=)?\s*(.*?)\s*$/s.exec(pair) ?? []
  if (name + value === "" || pair.length > mostLength || control.test(pair)) return null
  // The last attribute of a name wins.
  const attributes = new Map(
    parts.map((part) => {
      const [, key = "", text = ""] = /^\s*([^=]*?)\s*(?:=\s*(.*?)\s*)?$/s.exec(part) ?? []
      return [key.toLowerCase(), text]
    }),
  )
  const host = hostOf(url)
  const asked = domainToASCII((attributes.get("domain") ?? "").replace(/^\./, ""))
  const isHostOnly = asked === "" || (asked === host && isPublicSuffix(asked))
  if (!isHostOnly && (!isWithin(host, asked) || isPublicSuffix(asked))) return null
  const path = attributes.get("path") ?? ""
  const isSecure = attributes.has("secure")
  if (isSecure && url.protocol !== "https:") return null
  const cookie = {
    name,
    value,
    domain: isHostOnly ? host : asked,
    isHostOnly,
    path: path.startsWith("/") ? path : defaultPath(url),
    isSecure,
    expiresAtMs: expiryOf(attributes, now),
  }
  return keepsPrefix(cookie, attributes.has("domain")) ? cookie : null
}

/** The promises of the prefixes __Secure- and __Host- (RFC 6265bis, 4.1.3). */
function keepsPrefix({ name, value, isSecure, path }: Cookie, hasDomain: boolean): boolean {
  const [, prefix] = /^__(secure|host)-/i.exec(name === "" ? value : name) ?? []
  if (prefix === undefined) return true
  return isSecure && (prefix.toLowerCase() === "secure" || (!hasDomain && path === "/"))
}

/** Whether a request to `url` carries the cookie, apart from its expiry. */
export function appliesTo(cookie: Cookie, url: URL): boolean {
  const { domain, isHostOnly, path, isSecure } = cookie
  if (isSecure && url.protocol !== "https:") return false
  const host = hostOf(url)
  if (isHostOnly ? host !== domain : !isWithin(host, domain)) return false
  const { pathname } = url
  if (!pathname.startsWith(path)) return false
  return pathname.length === path.length || path.endsWith("/") || pathname[path.length] === "/"
}

const hostOf = ({ hostname }: URL) => hostname.replace(/\.$/, "")

const isWithin = (host: string, domain: string) =>
  host === domain || (host.endsWith(`.${domain}`) && isIP(host) === 0)

/** The directory of the request (RFC 6265, 5.1.4). */
const defaultPath = ({ pathname }: URL) => pathname.slice(0, pathname.lastIndexOf("/")) || "/"

/** Max-Age wins over Expires. */
function expiryOf(attributes: ReadonlyMap<string, string>, now: Date): number | null {
  const age = attributes.get("max-age") ?? ""
  if (/^-?\d+$/.test(age)) return Number(age) <= 0 ? -Infinity : now.getTime() + Number(age) * 1000
  return readDate(attributes.get("expires") ?? "")
}

const months = "jan,feb,mar,apr,may,jun,jul,aug,sep,oct,nov,dec".split(",")

/** A date in any of the forms that servers write (RFC 6265, 5.1.1); null if it is none. */
function readDate(text: string): number | null {
  const found: { time?: number[]; day?: number; month?: number; year?: number } = {}
  for (const token of text.split(/[\t\x20-/;-@[-`{-~]+/)) {
    const month = months.indexOf(token.slice(0, 3).toLowerCase())
    const time = /^(\d{1,2}):(\d{1,2}):(\d{1,2})(?!\d)/.exec(token)
    const [number] = /^\d{1,4}(?!\d)/.exec(token) ?? []
    if (found.time === undefined && time) found.time = time.slice(1).map(Number)
    else if (found.day === undefined && number && number.length <= 2) found.day = Number(number)
    else if (found.month === undefined && month !== -1) found.month = month
    else if (found.year === undefined && number && number.length !== 3) {
      const year = Number(number)
      found.year = year < 70 ? year + 2000 : year < 100 ? year + 1900 : year
    }
  }
  const { time, day, month, year } = found
  if (!time || !day || month === undefined || year === undefined || year < 1601) return null
  const [hours = 0, minutes = 0, seconds = 0] = time
  if (day > 31 || hours > 23 || minutes > 59 || seconds > 59) return null
  return Date.UTC(year, month, day, hours, minutes, seconds)
}
