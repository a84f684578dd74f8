import type { FailureClass } from "../../graphql/check/result.ts"
import { evaluate } from "../assert.ts"
import { inTurn } from "../attempt.ts"
import { sendEchos, withLines, type EchoResult } from "../icmp/echo.ts"
import { missingWords } from "../icmp/ability.ts"
import { createLines, type Lines } from "../icmp/line.ts"
import { findProgram, runProgram } from "../icmp/program.ts"
import { failed, nothingSeen, noPhases } from "../observation.ts"
import type { Address, Probe } from "../probe.ts"

export { icmpAbility } from "../icmp/ability.ts"

/** Three echos each, so that all get theirs well within the shortest useful timeout. */
const mostAddresses = 4

/**
 * An ICMP echo; `connectMs` is the round trip, and a limit on the response time is held against it alone. Silence is
 * `connect_timeout` and an unreachable target `no_route`: both count only while our own line is proved alive. Where
 * the system lets nobody ping it is `internal`, and the reason says what to allow.
 */
export const createPingProbe =
  (lines: Lines): Probe<"ping"> =>
  async (target, { dialer, clock }, signal) => {
    const located = await dialer.locate(target.host, signal)
    const phases = { ...noPhases, dnsMs: located.dnsMs }
    if (located.failure !== null) return { ...nothingSeen, phases, failure: located.failure }

    const addresses = inTurn(located.addresses).slice(0, mostAddresses)
    const sendingMs = clock.monotonicMs()
    const result = await echo(addresses, lines, signal, clock.monotonicMs)
    if (result.kind !== "answered") {
      const names = addresses.map(({ address }) => address).join(", ")
      const [failureClass, reason] = explain(result, names, clock.monotonicMs() - sendingMs)
      return failed(failureClass, reason, { phases, address: addresses[0]?.address ?? null })
    }
    const { address, roundTripMs } = result
    const facts = { durationMs: roundTripMs, now: clock.now() }
    const { results, failure } = evaluate(target.assertions, facts)
    const timed = { ...phases, connectMs: roundTripMs }
    return { ...nothingSeen, failure, phases: timed, address, assertions: results }
  }

/** Every ping of this process shares these sockets; they do not keep it alive. */
export const probePing = createPingProbe(createLines(["datagram", "raw"]))

async function echo(
  addresses: Address[],
  lines: Lines,
  signal: AbortSignal,
  monotonicMs: () => number,
): Promise<EchoResult> {
  const { candidates, refused } = await withLines(addresses, lines)
  if (candidates.length > 0) return sendEchos(candidates, signal, monotonicMs)
  if (refused.length > 0 && refused.every((code) => code === "EAFNOSUPPORT")) {
    return { kind: "broken", words: "this machine has no IPv6" }
  }
  const [first] = addresses
  const program = await findProgram()
  if (program === null || first === undefined) {
    const codes = refused.length > 0 ? ` (the system answered ${refused.join(", ")})` : ""
    return { kind: "broken", words: `${missingWords}${codes}` }
  }
  const result = await runProgram(program, first.address, signal)
  if (result.kind !== "broken") return result
  return { kind: "broken", words: `${missingWords}; ${result.words}` }
}

function explain(
  result: Exclude<EchoResult, { kind: "answered" }>,
  names: string,
  afterMs: number,
): [FailureClass, string] {
  if (result.kind === "silent") {
    const after = `${result.echos} echos within ${(afterMs / 1000).toFixed(1)} s`
    return ["connect_timeout", `${names} did not answer ${after}.`]
  }
  return result.kind === "unreachable"
    ? ["no_route", `The target cannot be reached: ${result.words}.`]
    : ["internal", `The ping could not be made: ${result.words}.`]
}
