import { isIP } from "node:net"
import type { Env } from "../../../env.ts"
import { createGuard } from "../../../guard.ts"
import { text } from "../../input.ts"

/** An address that a customer names and we post to; what it leads to is judged again at each delivery. */
export const hookUrl = (rule: string) =>
  text(2048)
    .trim()
    .refine((url) => /^https?:\/\/[^/]/i.test(url) && URL.canParse(url), rule)
    .refine(
      (url) => !URL.canParse(url) || (new URL(url).username === "" && new URL(url).password === ""),
      "must not carry a user name or password",
    )

/** Without TLS only where the operator opened ranges for hosts of their own. */
export function refuseHookUrl(url: string, { REACHABLE_RANGES }: Env): string | null {
  const { protocol, hostname } = new URL(url)
  const guard = createGuard(REACHABLE_RANGES)
  if (protocol === "http:" && REACHABLE_RANGES.length === 0) {
    return "must have a URL that starts with https://"
  }
  const host = hostname.replace(/^\[(.*)\]$/, "$1")
  const refusal = isIP(host) === 0 ? guard.refuseName(host) : guard.refuse(host)
  return refusal === null ? null : `must lead to where this installation may send: ${refusal}`
}

/** The host and the end of a secret path. */
export function hintOfUrl(url: string): string {
  const { hostname, pathname } = new URL(url)
  return `${hostname} … ${pathname.slice(-4)}`
}
