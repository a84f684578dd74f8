import { isIP } from "node:net"
import type { Failure, Observation } from "./observation.ts"
import type { Address, Resolver } from "./probe.ts"

export type Family = 4 | 6

export const otherFamily = (family: Family): Family => (family === 4 ? 6 : 4)

/** The one address family that a look went over; null where it tried both, or got as far as neither. */
export function familyOf({ failure, address }: Observation): Family | null {
  if (failure?.family !== undefined) return failure.family
  const family = address === null ? 0 : isIP(address)
  return family === 4 || family === 6 ? family : null
}

/** What a failure to reach these addresses says of families. */
export function onlyFamily(addresses: Pick<Address, "family">[]): Pick<Failure, "family"> {
  const family = addresses[0]?.family
  return family && addresses.every((one) => one.family === family) ? { family } : {}
}

/** Answers with one family alone where a name has both; a name that has only the other keeps it. */
export const preferFamily = (resolver: Resolver, family: Family): Resolver => ({
  servers: resolver.servers,
  async resolve(host, signal) {
    const resolved = await resolver.resolve(host, signal)
    if (resolved.failure !== null) return resolved
    const addresses = resolved.addresses.filter((one) => one.family === family)
    return addresses.length > 0 ? { failure: null, addresses } : resolved
  },
})
