import ipaddr from "ipaddr.js"

/** Stands before every connection to an address that a customer chose. */
export type Guard = {
  /** Why this address must not be connected to, as a plain reason; null where it may be. */
  refuse(address: string): string | null
  /**
   * Why this host must not even be looked up; null where its addresses decide. With reachable ranges
   * they always decide, so that `localhost` works for those who opened loopback.
   */
  refuseName(host: string): string | null
  /** True where the operator opened a range that holds this address. */
  isOpened(address: string): boolean
}

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number]

/** Not for the public internet, by the IANA special-purpose registries; and Azure's public wire server. */
const closed: [string, string][] = [
  ["0.0.0.0/8", "an address of this network"],
  ["10.0.0.0/8", "a private address"],
  ["100.64.0.0/10", "a carrier-grade NAT address"],
  ["127.0.0.0/8", "a loopback address"],
  ["169.254.0.0/16", "a link-local or cloud metadata address"],
  ["172.16.0.0/12", "a private address"],
  ["192.0.0.0/24", "an address reserved for protocols"],
  ["192.0.2.0/24", "an address reserved for documentation"],
  ["192.31.196.0/24", "an AS112 address"],
  ["192.52.193.0/24", "an AMT relay address"],
  ["192.88.99.0/24", "a 6to4 relay address"],
  ["192.168.0.0/16", "a private address"],
  ["192.175.48.0/24", "an AS112 address"],
  ["198.18.0.0/15", "an address reserved for benchmarks"],
  ["198.51.100.0/24", "an address reserved for documentation"],
  ["203.0.113.0/24", "an address reserved for documentation"],
  ["224.0.0.0/4", "a multicast address"],
  ["240.0.0.0/4", "a reserved address"],
  ["168.63.129.16/32", "a cloud metadata address"],
  ["2001::/23", "an address reserved for protocols"],
  ["2001:db8::/32", "an address reserved for documentation"],
  ["2002::/16", "a 6to4 address, which embeds an IPv4 address"],
  ["2620:4f:8000::/48", "an AS112 address"],
  ["3fff::/20", "an address reserved for documentation"],
]
const closedRanges = closed.map(([cidr, what]) => ({ range: ipaddr.parseCIDR(cidr), what }))

/** Only this block is given out as global unicast; NAT64, ULA, link-local and the like lie outside it. */
const globalUnicast = ipaddr.parseCIDR("2000::/3")

/** @throws where a range is not in CIDR notation. */
export function createGuard(ranges: string[]): Guard {
  const open = ranges.map((range) => parseRange(range))
  const isIn = (ip: ipaddr.IPv4 | ipaddr.IPv6) => open.some((range) => within(ip, range))
  return {
    isOpened: (address) => isPlain(address) && isIn(ipaddr.process(address)),
    refuse(address) {
      if (address.includes("%")) return `${address} carries a zone id`
      if (!isPlain(address)) return `"${address}" is not an IP address`
      // process() turns ::ffff:7f00:1 into 127.0.0.1, so that the IPv4 rules see it.
      const ip = ipaddr.process(address)
      if (isIn(ip)) return null
      const hit = closedRanges.find(({ range }) => within(ip, range))
      if (hit !== undefined) return `${address} is ${hit.what}`
      if (ip.kind() === "ipv6" && !within(ip, globalUnicast)) {
        return `${address} is not a global IPv6 address`
      }
      return null
    },
    refuseName(host) {
      if (open.length > 0) return null
      const name = host.toLowerCase().replace(/\.+$/, "")
      return isInternalName(name) ? `${host} is a name of an internal network` : null
    },
  }
}

function isInternalName(name: string): boolean {
  if (name === "metadata.goog" || name.endsWith(".metadata.goog")) return true
  const labels = name.split(".")
  return labels.length < 2 || ["localhost", "local", "internal"].includes(labels.at(-1) ?? "")
}

/** Four-part decimal IPv4 or IPv6: ipaddr.js would also take octal, hexadecimal and short forms. */
const isPlain = (address: string) =>
  ipaddr.IPv4.isValidFourPartDecimal(address) ||
  (address.includes(":") && ipaddr.IPv6.isValid(address))

const within = (ip: ipaddr.IPv4 | ipaddr.IPv6, [base, bits]: Range) =>
  ip.kind() === base.kind() && ip.match(base, bits)

function parseRange(text: string): Range {
  if (!ipaddr.isValidCIDR(text)) {
    throw new Error(`REACHABLE_RANGES: "${text}" must be a range such as 10.0.0.0/8 or fd00::/8.`)
  }
  const [base, bits] = ipaddr.parseCIDR(text)
  // A mapped range such as ::ffff:10.0.0.0/104 means its IPv4 part, as addresses do.
  return base instanceof ipaddr.IPv6 && base.isIPv4MappedAddress() && bits >= 96
    ? [base.toIPv4Address(), bits - 96]
    : [base, bits]
}
