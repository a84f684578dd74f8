import { isIP } from "node:net"
import type { Observation } from "./observation.ts"

export type Family = 4 | 6

/** The only address family that an attempt used; null if it tried both or none. */
export function familyOf({
  failure,
  address,
}: Pick<Observation, "failure" | "address">): Family | null {
  const peers = failure?.peers ?? (address === null ? [] : [address])
  const [family, ...others] = new Set(peers.map((one) => isIP(one)))
  return others.length === 0 && (family === 4 || family === 6) ? family : null
}
