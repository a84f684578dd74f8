import type { Method } from "./channel.ts"
import { findProgram, runProgram } from "./program.ts"
import { loadSystem } from "./system.ts"

export type IcmpAbility = {
  method: Method | "program" | "none"
  /** What to allow or install, if no method works. */
  missing: string | null
}

export const missingWords =
  "ICMP is not allowed here: set sysctl net.ipv4.ping_group_range='0 2147483647', or grant CAP_NET_RAW, or install ping (iputils-ping) or fping"

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
  if (program === null) return { method: "none", missing: missingWords }
  const result = await runProgram(program, "127.0.0.1", AbortSignal.timeout(2000))
  return result.kind === "broken"
    ? { method: "none", missing: `${missingWords}; ${result.words}` }
    : { method: "program", missing: null }
}
