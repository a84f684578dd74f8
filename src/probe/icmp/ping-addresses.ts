import type { Address } from "../probe.ts"
import { sendEchos, withLines, type EchoResult } from "./echo.ts"
import type { Lines } from "./icmp-socket.ts"
import { missingWords } from "./icmp-support.ts"
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
    return { kind: "broken", words: "this machine has no IPv6" }
  }
  const [first] = addresses
  const program = await findProgram()
  if (program === null || first === undefined) {
    const codes = refused.length > 0 ? ` (the system returned ${refused.join(", ")})` : ""
    return { kind: "broken", words: `${missingWords}${codes}` }
  }
  const result = await runProgram(program, first.address, signal)
  if (result.kind !== "broken") return result
  return { kind: "broken", words: `${missingWords}; ${result.words}` }
}
