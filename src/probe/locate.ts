import { isIP } from "node:net"
import type { Clock } from "../clock.ts"
import type { FailureClass } from "../graphql/check/result.ts"
import type { Address, Guard, Located, Resolver } from "./probe.ts"

type Host = { address: string } | { name: string } | { wrong: string }

/**
 * A host to its addresses, refused as a whole where one of them is forbidden: a mixed answer is an
 * attack. The addresses are to be connected to as they are; asking again would let them change.
 */
export async function locate(
  { guard, resolver, clock }: { guard: Guard; resolver: Resolver; clock: Clock },
  host: string,
  signal: AbortSignal,
  family?: 4 | 6,
): Promise<Located> {
  const read = readHost(host)
  if ("wrong" in read) return refused("dns_missing", read.wrong)
  if ("address" in read) {
    const reason = guard.refuse(read.address)
    if (reason !== null) return refused("forbidden_address", forbidden(reason))
    const one: Address = { address: read.address, family: isIP(read.address) === 6 ? 6 : 4 }
    return pick([one], host, family, null)
  }
  const reason = guard.refuseName(read.name)
  if (reason !== null) return refused("forbidden_address", forbidden(reason))
  const before = clock.monotonicMs()
  const resolved = await resolver.resolve(read.name, signal)
  const dnsMs = clock.monotonicMs() - before
  if (resolved.failure !== null) return { ...resolved, dnsMs }
  for (const { address } of resolved.addresses) {
    const why = guard.refuse(address)
    if (why !== null) {
      return refused(
        "forbidden_address",
        forbidden(`${host} resolves to ${address}; ${why}`),
        dnsMs,
      )
    }
  }
  return pick(resolved.addresses, host, family, dnsMs)
}

/** Spellings such as 2130706433, 0x7f.1 or 127.1 are read as browsers read them: as addresses. */
function readHost(text: string): Host {
  const host = text.replace(/^\[(.*)\]$/, "$1")
  if (host.includes("%"))
    return { wrong: `"${text}" carries a zone id; write the address without it.` }
  if (isIP(host) !== 0) return { address: host }
  const hostname = /[\s/?#@:\\]/.test(host) ? "" : (URL.parse(`http://${host}/`)?.hostname ?? "")
  if (hostname === "") return { wrong: `"${text}" is neither a host name nor an address.` }
  return isIP(hostname) === 0 ? { name: hostname } : { address: hostname }
}

function pick(all: Address[], host: string, family: 4 | 6 | undefined, dnsMs: number | null) {
  const addresses = all.filter((one) => family === undefined || one.family === family)
  return addresses.length > 0
    ? { failure: null, addresses, dnsMs }
    : refused("dns_missing", `${host} has no IPv${family} address.`, dnsMs)
}

const forbidden = (reason: string) =>
  `${reason}. Only public addresses are watched, and those that REACHABLE_RANGES opens.`

const refused = (
  failureClass: FailureClass,
  reason: string,
  dnsMs: number | null = null,
): Located => ({
  failure: { class: failureClass, reason, level: "offline" },
  addresses: [],
  dnsMs,
})
