import { isIP } from "node:net"
import ipaddr from "ipaddr.js"
import type { ForbiddenKind } from "../findings/codes/fetch.ts"
import type { Finding } from "../findings/finding.ts"
import { say } from "../findings/say.ts"
import { derivedFrom } from "./derived-from.ts"
import type { Env } from "./env.ts"

/** Decides whether a user-supplied address may be connected to. */
export type Guard = {
  /** Why this address must not be connected to, as a clause; null if it may be. */
  refuse(address: string): Finding | null
  /**
   * Why this host must not be resolved; null if its addresses decide. With opened ranges they always decide, so
   * that
   * `localhost` works if loopback is open; metadata names are always refused.
   */
  refuseName(host: string): Finding | null
  /** The setting that would allow a refused host or address; null if none does. */
  settingFor(host: string): string | null
  /** True if the operator opened a range with this address. */
  isOpened(address: string): boolean
}

type IP = ipaddr.IPv4 | ipaddr.IPv6
type Range = [IP, number]

/** Ranges of internal targets, which monitors may reach unless anybody may sign up. */
const internal: [string, ForbiddenKind][] = [
  ["10.0.0.0/8", "private"],
  ["100.64.0.0/10", "carrier_nat"],
  ["127.0.0.0/8", "loopback"],
  ["172.16.0.0/12", "private"],
  ["192.168.0.0/16", "private"],
  ["::1/128", "loopback"],
  ["fc00::/7", "unique_local"],
]

/** Not on the public internet, by the IANA special-purpose registries. */
const closed: [string, ForbiddenKind][] = [
  ...internal,
  ["0.0.0.0/8", "this_network"],
  ["192.0.0.0/24", "protocols"],
  ["192.0.2.0/24", "documentation"],
  ["192.31.196.0/24", "as112"],
  ["192.52.193.0/24", "amt_relay"],
  ["192.88.99.0/24", "relay_6to4"],
  ["192.175.48.0/24", "as112"],
  ["198.18.0.0/15", "benchmarks"],
  ["198.51.100.0/24", "documentation"],
  ["203.0.113.0/24", "documentation"],
  ["224.0.0.0/4", "multicast"],
  ["240.0.0.0/4", "reserved"],
  ["2001::/23", "protocols"],
  ["2001:db8::/32", "documentation"],
  ["2002::/16", "address_6to4"],
  ["2620:4f:8000::/48", "as112"],
  ["3fff::/20", "documentation"],
]
const closedRanges = closed.map(([cidr, kind]) => ({ range: ipaddr.parseCIDR(cidr), kind }))

/** Cloud metadata, which holds the machine's credentials; no setting opens these ranges. */
const neverOpen = [
  "169.254.0.0/16",
  "fe80::/10",
  "168.63.129.16/32",
  "192.0.0.192/32",
  "100.100.100.200/32",
  "fd00:ec2::/32",
  "fd20:ce::/32",
].map((cidr) => ipaddr.parseCIDR(cidr))

/** Where IPv6 addresses contain an IPv4 address that a translator or tunnel connects to, from its first byte. */
const embedding: [Range, number][] = [
  [ipaddr.parseCIDR("::/96"), 12],
  [ipaddr.parseCIDR("::ffff:0:0:0/96"), 12],
  [ipaddr.parseCIDR("64:ff9b::/96"), 12],
  [ipaddr.parseCIDR("64:ff9b:1::/48"), 12],
  [ipaddr.parseCIDR("2002::/16"), 2],
]
const teredo = ipaddr.parseCIDR("2001::/32")

/** Opening a range of translated addresses must not open what is never open. */
function isNeverOpen(ip: IP): boolean {
  if (within(ip, neverOpen)) return true
  if (ip.kind() === "ipv4") return false
  const bytes = ip.toByteArray()
  const found = embedding.flatMap(([range, at]) =>
    within(ip, [range]) ? [bytes.slice(at, at + 4)] : [],
  )
  // Teredo inverts the client's address.
  if (within(ip, [teredo])) found.push(bytes.slice(12).map((byte) => byte ^ 0xff))
  return found.some((four) => within(new ipaddr.IPv4(four), neverOpen))
}

export const privateRanges = internal.map(([cidr]) => cidr)
const parsedPrivate = privateRanges.map((cidr) => ipaddr.parseCIDR(cidr))

/** The only block assigned as global unicast; NAT64, ULA and link-local lie outside it. */
const globalUnicast = ipaddr.parseCIDR("2000::/3")

type MonitorSettings = Pick<Env, "REACHABLE_RANGES" | "MONITOR_PRIVATE" | "SIGN_UP">

/**
 * The guard for monitors, whose targets are often internal: private ranges are open unless anybody may sign up. It
 * follows the settings.
 */
export function createMonitorGuard(env: MonitorSettings): Guard {
  const current = derivedFrom(
    () => env.SIGN_UP,
    () => monitorGuardOf(env),
  )
  return {
    refuse: (address) => current().refuse(address),
    refuseName: (host) => current().refuseName(host),
    settingFor: (host) => current().settingFor(host),
    isOpened: (address) => current().isOpened(address),
  }
}

function monitorGuardOf(env: MonitorSettings): Guard {
  const { REACHABLE_RANGES, MONITOR_PRIVATE, SIGN_UP } = env
  const usual = SIGN_UP === "open" ? [] : privateRanges
  const own = MONITOR_PRIVATE === "never" ? [] : (MONITOR_PRIVATE ?? usual)
  return createGuard([...REACHABLE_RANGES, ...own], "MONITOR_PRIVATE")
}

/**
 * @param setting the setting that opens private addresses, named in the advice.
 * @throws {Error} if a range is not in CIDR notation.
 */
export function createGuard(
  ranges: string[],
  setting: "REACHABLE_RANGES" | "SUBSCRIBER_RANGES" | "MONITOR_PRIVATE" = "REACHABLE_RANGES",
): Guard {
  const open = ranges.map((range) => parseRange(range))
  const isOpen = (ip: IP) => within(ip, open) && !isNeverOpen(ip)
  return {
    isOpened: (address) => isPlain(address) && isOpen(ipaddr.process(address)),
    refuse(address) {
      if (address.includes("%")) return forbid(address, "zone")
      if (!isPlain(address)) return forbid(address, "not_an_address")
      // process() converts ::ffff:7f00:1 to 127.0.0.1, so that the IPv4 rules apply.
      const ip = ipaddr.process(address)
      if (isNeverOpen(ip)) return forbid(address, "metadata")
      if (isOpen(ip)) return null
      const hit = closedRanges.find(({ range }) => within(ip, [range]))
      if (hit !== undefined) return forbid(address, hit.kind)
      const isLocal = ip.kind() === "ipv6" && !within(ip, [globalUnicast])
      return isLocal ? forbid(address, "not_global") : null
    },
    refuseName(host) {
      const name = host.toLowerCase().replace(/\.+$/, "")
      const isRefused = isMetadataName(name) || (open.length === 0 && isInternalName(name))
      return isRefused ? { code: "name_forbidden", parameters: { host } } : null
    },
    settingFor(host) {
      const ip = isPlain(host) ? ipaddr.process(host) : null
      const isNever = ip === null ? isMetadataName(host.toLowerCase()) : isNeverOpen(ip)
      if (isNever) return null
      const isPrivate = ip === null || within(ip, parsedPrivate)
      return setting === "MONITOR_PRIVATE" && !isPrivate ? "REACHABLE_RANGES" : setting
    },
  }
}

/**
 * Why a host is refused as written, with the setting that would allow it; null if only name resolution can tell.
 * Notations such as 127.1 and 0x7f000001 are read as browsers read them.
 */
export function refuseHost(guard: Guard, text: string): string | null {
  const bare = text.replace(/^\[(.*)\]$/, "$1")
  const host = URL.parse(`http://${bare}/`)?.hostname ?? bare
  const refusal = isIP(host) === 0 ? guard.refuseName(host) : guard.refuse(host)
  return refusal === null ? null : say([targetForbidden(guard, refusal, host)])
}

/** The refusal of a monitor's target, with the setting that would allow it. */
export const targetForbidden = (guard: Guard, refusal: Finding, host: string): Finding => ({
  code: "target_forbidden",
  parameters: { why: [refusal], setting: guard.settingFor(host) },
})

const forbid = (address: string, kind: ForbiddenKind): Finding => ({
  code: "address_forbidden",
  parameters: { address, kind },
})

const isMetadataName = (name: string): boolean =>
  ["metadata.goog", "metadata.google.internal"].some(
    (known) => name === known || name.endsWith(`.${known}`),
  )

function isInternalName(name: string): boolean {
  const labels = name.split(".")
  return labels.length < 2 || ["localhost", "local", "internal"].includes(labels.at(-1) ?? "")
}

/** Decimal IPv4 with four parts, or IPv6: ipaddr.js also accepts octal, hexadecimal and short forms. */
const isPlain = (address: string) =>
  ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address)

const within = (ip: IP, ranges: Range[]) =>
  ranges.some(([base, bits]) => ip.kind() === base.kind() && ip.match(base, bits))

function parseRange(text: string): Range {
  if (!ipaddr.isValidCIDR(text)) {
    throw new Error(`REACHABLE_RANGES: "${text}" must be a range such as 10.0.0.0/8 or fd00::/8.`)
  }
  const [base, bits] = ipaddr.parseCIDR(text)
  // A mapped range such as ::ffff:10.0.0.0/104 means its IPv4 part, as with addresses.
  return base instanceof ipaddr.IPv6 && base.isIPv4MappedAddress() && bits >= 96
    ? [base.toIPv4Address(), bits - 96]
    : [base, bits]
}
