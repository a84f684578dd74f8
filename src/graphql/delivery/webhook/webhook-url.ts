import { say } from "../../../findings/say.ts"
import { isIP } from "node:net"
import type { Env } from "../../../platform/env.ts"
import { createGuard } from "../../../platform/guard.ts"
import { parseHost } from "../../../platform/host-name.ts"

const maxLength = 2048

/** The normalized URL, or why it is not a valid endpoint. */
type Read = { url: string; fault: null } | { url: null; fault: string }

/**
 * Validates a URL as the WHATWG parser reads it, which is what will be connected to, after refusing what that
 * parser would silently repair. IP addresses are checked here and at each delivery; names only at delivery.
 */
export function readEndpointUrl(
  text: string,
  env: Pick<Env, "REACHABLE_RANGES" | "BASE_URL">,
): Read {
  if (!/^https:\/\/[^/]/i.test(text) || !URL.canParse(text)) {
    return wrong(
      "must be a complete URL that starts with https://, such as https://example.com/hook",
    )
  }
  if (/[\s\\\p{Cc}]/u.test(text)) {
    return wrong("must not contain spaces, control characters or backslashes")
  }
  const url = new URL(text)
  // The parsed URL does not show an empty user name.
  if (url.username !== "" || url.password !== "" || /^[^/]*\/\/[^/?#]*@/.test(text)) {
    return wrong("must not contain a user name or password; verify the signature instead")
  }
  if (url.port !== "") return wrong("must use port 443; leave the port out")
  if (text.includes("#")) return wrong("must not have a fragment (#…), which is never sent")
  const fault = hostFault(url, env)
  if (fault !== null) return wrong(fault)
  url.hostname = url.hostname.replace(/\.$/, "")
  if (url.href.length > maxLength) {
    return wrong(`must be at most ${maxLength.toLocaleString("en")} characters long when encoded`)
  }
  return { url: url.href, fault: null }
}

const wrong = (fault: string): Read => ({ url: null, fault })

function hostFault(
  { hostname, origin }: URL,
  { REACHABLE_RANGES, BASE_URL }: Pick<Env, "REACHABLE_RANGES" | "BASE_URL">,
): string | null {
  const guard = createGuard(REACHABLE_RANGES)
  const bare = hostname.replace(/^\[(.*)\]$/, "$1")
  if (isIP(bare) === 0 && parseHost(bare) === null) {
    return "must have a valid host name, such as example.com"
  }
  const refusal = isIP(bare) === 0 ? guard.refuseName(bare) : guard.refuse(bare)
  if (refusal !== null) return `must be on the public internet: ${say([refusal])}`
  return origin === new URL(BASE_URL).origin ? "must not point to Watchkeeper itself" : null
}
