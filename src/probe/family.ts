import { isIP } from "node:net"
import type { Failure, Observation } from "./observation.ts"
import type { Address } from "./probe.ts"

export type Family = 4 | 6

/** The only address family that an attempt used; null if it tried both or none. */
export function familyOf({ failure, address }: Observation): Family | null {
  if (failure?.family !== undefined) return failure.family
  const family = address === null ? 0 : isIP(address)
  return family === 4 || family === 6 ? family : null
}

/** The family of unreachable addresses, if all are of one. */
export function onlyFamily(addresses: Pick<Address, "family">[]): Pick<Failure, "family"> {
  const family = addresses[0]?.family
  return family && addresses.every((one) => one.family === family) ? { family } : {}
}
