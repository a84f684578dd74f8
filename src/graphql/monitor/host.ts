import { isIP, isIPv6 } from "node:net"
import { domainToASCII } from "node:url"

export const hostRule =
  "must be a host name or an IP address alone, such as db.example.com, without http:// and without a port"

const label = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/

/** The host in ASCII and lower case, or null where no name server could know it. RFC 1123 with underscores. */
export function parseHost(text: string): string | null {
  const bare = text.trim()
  if (isIP(bare) !== 0) return bare.toLowerCase()
  const ascii = domainToASCII(bare.replace(/\.$/, ""))
  const labels = ascii.split(".")
  // A last label of digits only is a mistyped address, never a name.
  if (ascii.length > 253 || /^\d*$/.test(labels.at(-1) ?? "")) return null
  return labels.every((one) => label.test(one)) ? ascii : null
}

export const resolverRule =
  "must be the address of a name server, with a port where it is not 53: 9.9.9.9 or 9.9.9.9:5353 or [2620:fe::fe]:53"

/** An address, or an address with a port; an IPv6 address with a port stands in brackets. */
export function isResolver(text: string): boolean {
  if (isIP(text) !== 0) return true
  const [, six, four, port] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? []
  if (port === undefined || Number(port) < 1 || Number(port) > 65_535) return false
  return six === undefined ? isIP(four ?? "") === 4 : isIPv6(six)
}

/** Why this URL cannot be watched, or null. */
export function urlFault(text: string): string | null {
  if (/\s/.test(text) || !URL.canParse(text)) {
    return "must be a whole URL such as https://example.com/health"
  }
  const url = new URL(text)
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    return "must start with http:// or https://; other protocols are watched by a tcp monitor"
  }
  if (url.username !== "" || url.password !== "") {
    return "must not carry a user name or password; send them in a header named Authorization instead"
  }
  return null
}
