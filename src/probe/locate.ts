import { isIP } from "node:net"
import { asWritten, type Finding } from "../findings/finding.ts"
import type { Clock } from "../platform/clock.ts"
import type { FailureClass } from "../graphql/monitoring/check/rules/check-result.ts"
import type { Address, Guard, Located, Resolver } from "./probe.ts"

type Host = { address: string } | { name: string } | { wrong: string }

/**
 * Resolves a host to addresses; refused entirely if one of them is forbidden, because a mixed answer is an attack.
 * Callers must connect to exactly these addresses, since another look-up could return others.
 */
export async function locate(
  { guard, resolver, clock }: { guard: Guard; resolver: Resolver; clock: Clock },
  host: string,
  signal: AbortSignal,
): Promise<Located> {
  const read = readHost(host)
  if ("wrong" in read) return refused("dns_missing", [asWritten(read.wrong)])
  if ("address" in read) {
    const reason = guard.refuse(read.address)
    if (reason !== null) return forbidden([asWritten(`${reason}. ${guard.advice(read.address)}`)])
    const one: Address = { address: read.address, family: isIP(read.address) === 6 ? 6 : 4 }
    return { failure: null, addresses: [one], dnsMs: null }
  }
  const reason = guard.refuseName(read.name)
  if (reason !== null) return forbidden([asWritten(`${reason}. ${guard.advice(read.name)}`)])
  const before = clock.monotonicMs()
  const resolved = await resolver.resolve(read.name, signal)
  const dnsMs = clock.monotonicMs() - before
  if (resolved.failure !== null) return { ...resolved, dnsMs }
  for (const { address } of resolved.addresses) {
    const why = guard.refuse(address)
    if (why !== null) {
      const words = `${host} resolves to ${address}; ${why}. ${guard.advice(address)}`
      return forbidden([asWritten(words)], dnsMs)
    }
  }
  return { failure: null, addresses: resolved.addresses, dnsMs }
}

/** Notations such as 2130706433, 0x7f.1 or 127.1 are addresses, as in browsers. */
function readHost(text: string): Host {
  const host = text.replace(/^\[(.*)\]$/, "$1")
  if (host.includes("%")) return { wrong: `"${text}" has a zone id; write the address without it.` }
  if (isIP(host) !== 0) return { address: host }
  const hostname = /[\s/?#@:\\]/.test(host) ? "" : (URL.parse(`http://${host}/`)?.hostname ?? "")
  if (hostname === "") return { wrong: `"${text}" is neither a host name nor an address.` }
  return isIP(hostname) === 0 ? { name: hostname } : { address: hostname }
}

const refused = (
  failureClass: FailureClass,
  findings: Finding[],
  dnsMs: number | null = null,
): Located => ({
  failure: { class: failureClass, findings, level: "offline" },
  addresses: [],
  dnsMs,
})

const forbidden = (findings: Finding[], dnsMs: number | null = null) =>
  refused("forbidden_address", findings, dnsMs)
