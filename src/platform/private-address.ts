import ipaddr from "ipaddr.js"
import { privateRanges } from "./guard.ts"

/** Networks that only we and our neighbors can send from. */
const ranges = [...privateRanges, "169.254.0.0/16", "fe80::/10"].map((cidr) =>
  ipaddr.parseCIDR(cidr),
)

/** Whether an address belongs to no public network; a text that is not an address does not. */
export function isPrivateAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const ip = ipaddr.process(text)
  return ranges.some(([range, bits]) => range.kind() === ip.kind() && ip.match([range, bits]))
}

/** The same for the host of a URL: a name without a dot, or `localhost`, is known only in our own network. */
export function isPrivateHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, "")
  if (ipaddr.isValid(bare)) return isPrivateAddress(bare)
  return !bare.includes(".") || /\.(?:localhost|local|internal|lan|home\.arpa)$/i.test(bare)
}
