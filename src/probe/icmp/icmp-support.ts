import type { Finding } from "../../findings/finding.ts"
import { say } from "../../findings/say.ts"
import type { Method } from "./channel.ts"
import { findProgram, runProgram } from "./program.ts"
import { loadSystem } from "./system.ts"

export type IcmpAbility = {
  method: Method | "program" | "none"
  /** What to allow or install, if no method works. */
  missing: string | null
}

/** @param program why the system's `ping` did not help. */
export const icmpNotAllowed = (errorCodes: string[], program?: Finding): Finding => ({
  code: "icmp_not_allowed",
  parameters: { errorCodes, program: program === undefined ? [] : [program] },
})

/** How this machine would ping now. Only the system's program is tested, on loopback. */
export async function icmpAbility(): Promise<IcmpAbility> {
  const system = await loadSystem()
  for (const method of system === null ? [] : (["datagram", "raw"] as const)) {
    const fd = system?.openIcmp(4, method)
    if (typeof fd !== "number") continue
    system?.close(fd)
    return { method, missing: null }
  }
  const program = await findProgram()
  if (program === null) return { method: "none", missing: say([icmpNotAllowed([])]) }
  const result = await runProgram(program, "127.0.0.1", AbortSignal.timeout(2000))
  return result.kind === "broken"
    ? { method: "none", missing: say([icmpNotAllowed([], result.why)]) }
    : { method: "program", missing: null }
}
