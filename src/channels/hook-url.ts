import type { urlRules } from "../findings/codes/delivery.ts"
import type { Finding } from "../findings/finding.ts"
import { isIP } from "node:net"
import type { Env } from "../platform/env.ts"
import { createGuard } from "../platform/guard.ts"
import { text } from "../platform/text-schema.ts"

/** A URL that a customer gives us to post to; its address is checked again at each delivery. */
export const hookUrl = (rule: string) =>
  text(2048)
    .trim()
    .refine((url) => /^https?:\/\/[^/]/i.test(url) && URL.canParse(url), rule)
    .refine(
      (url) => !URL.canParse(url) || (new URL(url).username === "" && new URL(url).password === ""),
      "must not carry a user name or password",
    )

const mustBe = (rule: (typeof urlRules)[number], why: Finding[] = []): Finding => ({
  code: "url_rule",
  parameters: { rule, why },
})

/** Plain HTTP is allowed only if the operator set REACHABLE_RANGES. Null if allowed. */
export function refuseHookUrl(url: string, { REACHABLE_RANGES }: Env): Finding | null {
  const { protocol, hostname } = new URL(url)
  const guard = createGuard(REACHABLE_RANGES)
  if (protocol === "http:" && REACHABLE_RANGES.length === 0) return mustBe("https")
  const host = hostname.replace(/^\[(.*)\]$/, "$1")
  const refusal = isIP(host) === 0 ? guard.refuseName(host) : guard.refuse(host)
  return refusal === null ? null : mustBe("reachable", [refusal])
}

/** The host and the last characters of a secret path. */
export function hintOfUrl(url: string): string {
  const { hostname, pathname } = new URL(url)
  return `${hostname} … ${pathname.slice(-4)}`
}

/**
 * URLs from strangers must use https on port 443 without credentials, except for addresses in SUBSCRIBER_RANGES.
 * Checked on input and again before each delivery.
 */
export function refuseStrangerUrl(text: string, env: Env): Finding | null {
  const { protocol, hostname, port, username, password } = new URL(text)
  if (username !== "" || password !== "") return mustBe("no_credentials")
  const guard = createGuard(env.SUBSCRIBER_RANGES)
  if (!guard.isOpened(hostname.replace(/^\[(.*)\]$/, "$1"))) {
    if (protocol !== "https:") return mustBe("https")
    if (port !== "") return mustBe("default_port")
  }
  return refuseHookUrl(text, { ...env, REACHABLE_RANGES: env.SUBSCRIBER_RANGES })
}
