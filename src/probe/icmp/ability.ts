import type { Method } from "./channel.ts"
import { findProgram } from "./program.ts"
import { loadSystem } from "./system.ts"

export type IcmpAbility = {
  method: Method | "program" | "none"
  /** What to allow or install, where there is no way at all. */
  missing: string | null
}

export const missingWords =
  "ICMP is not allowed here: set sysctl net.ipv4.ping_group_range='0 2147483647', or grant CAP_NET_RAW, or install ping (iputils-ping) or fping"

/** How this machine would ping now. Sends nothing. */
export async function icmpAbility(): Promise<IcmpAbility> {
  const system = await loadSystem()
  for (const method of system === null ? [] : (["datagram", "raw"] as const)) {
    const fd = system?.openIcmp(4, method)
    if (typeof fd !== "number") continue
    system?.close(fd)
    return { method, missing: null }
  }
  const program = await findProgram()
  return program === null
    ? { method: "none", missing: missingWords }
    : { method: "program", missing: null }
}
