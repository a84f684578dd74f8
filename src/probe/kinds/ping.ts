import { asWritten } from "../../findings/finding.ts"
import type { FailureClass } from "../../graphql/monitoring/check/rules/check-result.ts"
import { evaluate } from "../assert.ts"
import { alternateFamilies } from "../attempt.ts"
import type { EchoResult } from "../icmp/echo.ts"
import { sharedLines, type Lines } from "../icmp/icmp-socket.ts"
import { pingAddresses } from "../icmp/ping-addresses.ts"
import { failed, nothingSeen, noPhases } from "../observation.ts"
import type { Probe } from "../probe.ts"

export { icmpAbility } from "../icmp/icmp-support.ts"

/** With three echoes each, all fit well within the shortest useful timeout. */
const mostAddresses = 4

/**
 * ICMP echo. `connectMs` is the round trip, to which response time limits apply. Silence is `connect_timeout`, an
 * unreachable target `no_route`; both count only while our own network is proven up. If the system does not allow
 * ping, the failure is `internal` and says what to allow.
 */
export const createPingProbe =
  (lines: Lines): Probe<"ping"> =>
  async (target, { dialer, clock }, signal) => {
    const located = await dialer.locate(target.host, signal)
    const phases = { ...noPhases, dnsMs: located.dnsMs }
    if (located.failure !== null) return { ...nothingSeen, phases, failure: located.failure }

    const addresses = alternateFamilies(located.addresses).slice(0, mostAddresses)
    const sendingMs = clock.monotonicMs()
    const result = await pingAddresses(addresses, lines, signal, clock.monotonicMs)
    if (result.kind !== "answered") {
      const names = addresses.map(({ address }) => address).join(", ")
      const [failureClass, words] = explain(result, names, clock.monotonicMs() - sendingMs)
      const address = addresses[0]?.address ?? null
      const peers = addresses.map((one) => one.address)
      return failed(failureClass, [asWritten(words)], { phases, address }, { peers })
    }
    const { address, roundTripMs } = result
    const facts = { durationMs: roundTripMs, now: clock.now() }
    const { results, failure } = evaluate(target.assertions, facts)
    const timed = { ...phases, connectMs: roundTripMs }
    return { ...nothingSeen, failure, phases: timed, address, assertions: results }
  }

export const probePing = createPingProbe(sharedLines)

function explain(
  result: Exclude<EchoResult, { kind: "answered" }>,
  names: string,
  afterMs: number,
): [FailureClass, string] {
  if (result.kind === "silent") {
    const after = `${result.echos} echoes within ${(afterMs / 1000).toFixed(1)} s`
    return ["connect_timeout", `${names} did not answer ${after}.`]
  }
  return result.kind === "unreachable"
    ? ["no_route", `The target is unreachable: ${result.words}.`]
    : ["internal", `Could not send the ping: ${result.words}.`]
}
