import { isIP, isIPv6 } from "node:net"
import { domainToASCII } from "node:url"

export const hostRule =
  "must be only a host name or IP address, such as db.example.com, without http:// and without a port"

const label = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/

/** The host in ASCII and lower case (RFC 1123, plus underscores); null if it is not a valid name. */
export function parseHost(text: string): string | null {
  const bare = text.trim()
  if (isIP(bare) !== 0) return bare.toLowerCase()
  const ascii = domainToASCII(bare.replace(/\.$/, ""))
  const labels = ascii.split(".")
  // A last label of only digits is a mistyped address.
  if (ascii.length > 253 || /^\d*$/.test(labels.at(-1) ?? "")) return null
  return labels.every((one) => label.test(one)) ? ascii : null
}

export const resolverRule =
  "must be the address of a name server, with its port unless it is 53: 9.9.9.9 or 9.9.9.9:5353 or [2620:fe::fe]:53"

/** An IP address with an optional port; IPv6 with a port needs brackets. */
export function isResolver(text: string): boolean {
  if (isIP(text) !== 0) return true
  const [, six, four, port] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? []
  if (port === undefined || Number(port) < 1 || Number(port) > 65_535) return false
  return six === undefined ? isIP(four ?? "") === 4 : isIPv6(six)
}

/** Why this URL cannot be monitored, or null. */
export function urlFault(text: string): string | null {
  if (/\s/.test(text) || !URL.canParse(text)) {
    return "must be a complete URL such as https://example.com/health"
  }
  const url = new URL(text)
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    return "must start with http:// or https://; use a tcp monitor for other protocols"
  }
  if (url.username !== "" || url.password !== "") {
    return "must not contain a user name or password; send them in a header named Authorization instead"
  }
  return null
}
