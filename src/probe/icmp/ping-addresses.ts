import type { Address } from "../probe.ts"
import { sendEchos, withLines, type EchoResult } from "./echo.ts"
import type { Lines } from "./icmp-socket.ts"
import { icmpNotAllowed } from "./icmp-support.ts"
import { findProgram, runProgram } from "./program.ts"

/** Ping addresses until one replies or the signal aborts; by the system's program where sockets are refused. */
export async function pingAddresses(
  addresses: Address[],
  lines: Lines,
  signal: AbortSignal,
  monotonicMs: () => number,
): Promise<EchoResult> {
  const { candidates, refused } = await withLines(addresses, lines)
  if (candidates.length > 0) return sendEchos(candidates, signal, monotonicMs)
  if (refused.length > 0 && refused.every((code) => code === "EAFNOSUPPORT")) {
    return { kind: "broken", why: { code: "no_ipv6_here", parameters: {} } }
  }
  const [first] = addresses
  const program = await findProgram()
  if (program === null || first === undefined) {
    return { kind: "broken", why: icmpNotAllowed(refused) }
  }
  const result = await runProgram(program, first.address, signal)
  if (result.kind !== "broken") return result
  return { kind: "broken", why: icmpNotAllowed([], result.why) }
}
