import { domainToASCII } from "node:url"
import { evaluate, withDefaults } from "../assert.ts"
import { failed, nothingSeen } from "../observation.ts"
import type { Probe } from "../probe.ts"
import { leave } from "../tls/secure.ts"

/** Chain, host name and days left; an untrusted certificate is still reported. */
export const probeTls: Probe<"tls"> = async (target, { dialer, clock }, signal) => {
  const from = clock.monotonicMs()
  const { host, port } = target
  const serverName = asciiName(target.serverName ?? host)
  const tls = { serverName, rejectUnauthorized: false }
  const dialed = await dialer.connect({ host, port, tls, signal })
  const durationMs = clock.monotonicMs() - from
  const { address, phases, warnings, certificate, chainFaults } = dialed
  const seen = { ...nothingSeen, address, phases, warnings, certificate }
  if (dialed.failure !== null) return { ...seen, failure: dialed.failure }
  leave(dialed.socket)
  if (chainFaults.length > 0) return failed("tls", chainFaults, seen)
  const facts = { durationMs, now: clock.now(), certificate }
  const { results, failure } = evaluate(withDefaults(target.assertions, facts), facts)
  return { ...seen, failure, assertions: results }
}

/** Converts names to ASCII; an IPv6 address stays as it is. */
const asciiName = (name: string) => domainToASCII(name) || name.replace(/^\[(.*)\]$/, "$1")
