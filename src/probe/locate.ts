import { isIP } from "node:net"
import type { Finding } from "../findings/finding.ts"
import { targetForbidden } from "../platform/guard.ts"
import type { Clock } from "../platform/clock.ts"
import type { FailureClass } from "../graphql/monitoring/check/rules/check-result.ts"
import type { Address, Guard, Located, Resolver } from "./probe.ts"

type Host = { address: string } | { name: string } | { wrong: Finding }

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
  if ("wrong" in read) return refused("dns_missing", read.wrong)
  if ("address" in read) {
    const refusal = guard.refuse(read.address)
    if (refusal !== null) return forbidden(targetForbidden(guard, refusal, read.address))
    const one: Address = { address: read.address, family: isIP(read.address) === 6 ? 6 : 4 }
    return { failure: null, addresses: [one], dnsMs: null }
  }
  const refusal = guard.refuseName(read.name)
  if (refusal !== null) return forbidden(targetForbidden(guard, refusal, read.name))
  const before = clock.monotonicMs()
  const resolved = await resolver.resolve(read.name, signal)
  const dnsMs = clock.monotonicMs() - before
  if (resolved.failure !== null) return { ...resolved, dnsMs }
  for (const { address } of resolved.addresses) {
    const why = guard.refuse(address)
    if (why !== null) {
      const parameters = { host, address, why: [why], setting: guard.settingFor(address) }
      return forbidden({ code: "resolves_to_forbidden", parameters }, dnsMs)
    }
  }
  return { failure: null, addresses: resolved.addresses, dnsMs }
}

/** Notations such as 2130706433, 0x7f.1 or 127.1 are addresses, as in browsers. */
function readHost(text: string): Host {
  const host = text.replace(/^\[(.*)\]$/, "$1")
  if (host.includes("%")) {
    return { wrong: { code: "host_with_zone", parameters: { host: text } } }
  }
  if (isIP(host) !== 0) return { address: host }
  const hostname = /[\s/?#@:\\]/.test(host) ? "" : (URL.parse(`http://${host}/`)?.hostname ?? "")
  if (hostname === "") {
    return { wrong: { code: "host_invalid", parameters: { host: text } } }
  }
  return isIP(hostname) === 0 ? { name: hostname } : { address: hostname }
}

const refused = (
  failureClass: FailureClass,
  finding: Finding,
  dnsMs: number | null = null,
): Located => ({
  failure: { class: failureClass, findings: [finding], level: "offline" },
  addresses: [],
  dnsMs,
})

const forbidden = (finding: Finding, dnsMs: number | null = null) =>
  refused("forbidden_address", finding, dnsMs)
