import { networkInterfaces } from "node:os"
import ipaddr from "ipaddr.js"
import type { Family } from "./family.ts"

const globalUnicast = ipaddr.parseCIDR("2000::/3")

/**
 * Whether this machine has an address of the family that can reach the internet: for IPv4 any but loopback and
 * link-local, because of NAT; for IPv6 global unicast.
 */
export function hasPublicAddress(family: Family): boolean {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return all.some(({ address, family: kind, internal }) => {
    if (internal || kind !== `IPv${family}`) return false
    return family === 4
      ? !address.startsWith("169.254.")
      : ipaddr.parse(address).match(globalUnicast)
  })
}
