import type { Finding } from "../../findings/finding.ts"
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
      const peers = addresses.map((one) => one.address)
      const [failureClass, finding] = explain(result, peers, clock.monotonicMs() - sendingMs)
      const address = addresses[0]?.address ?? null
      return failed(failureClass, [finding], { phases, address }, { peers })
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
  addresses: string[],
  withinMs: number,
): [FailureClass, Finding] {
  if (result.kind === "silent") {
    const parameters = { addresses, echoes: result.echos, withinMs }
    return ["connect_timeout", { code: "no_echo", parameters }]
  }
  return result.kind === "unreachable"
    ? ["no_route", { code: "target_unreachable", parameters: { said: result.said } }]
    : ["internal", { code: "ping_not_sent", parameters: { why: [result.why] } }]
}
