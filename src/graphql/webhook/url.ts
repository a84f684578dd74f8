import { isIP } from "node:net"
import type { Env } from "../../env.ts"
import { createGuard } from "../../guard.ts"
import { parseHost } from "../monitor/host.ts"

const maxLength = 2048

/** Either what is stored, or why this is no address for deliveries. */
type Read = { url: string; fault: null } | { url: null; fault: string }

/**
 * Judges the URL as the WHATWG parser reads it, which is what will be connected to, after refusing what that
 * parser would repair in silence. An address is judged here as at each delivery; a name is only known then.
 */
export function readEndpointUrl(
  text: string,
  env: Pick<Env, "REACHABLE_RANGES" | "BASE_URL">,
): Read {
  if (!/^https:\/\/[^/]/i.test(text) || !URL.canParse(text)) {
    return wrong("must be a whole URL that starts with https://, such as https://example.com/hook")
  }
  if (/[\s\\\p{Cc}]/u.test(text)) {
    return wrong("must not contain blanks, control characters or backslashes")
  }
  const url = new URL(text)
  // An empty user name leaves no trace in what was parsed.
  if (url.username !== "" || url.password !== "" || /^[^/]*\/\/[^/?#]*@/.test(text)) {
    return wrong("must not carry a user name or password; verify the signature instead")
  }
  if (url.port !== "") return wrong("must use port 443; leave the port out")
  if (text.includes("#")) return wrong("must not have a fragment (#…), which is never sent")
  const fault = hostFault(url, env)
  if (fault !== null) return wrong(fault)
  url.hostname = url.hostname.replace(/\.$/, "")
  if (url.href.length > maxLength) {
    return wrong(
      `must be at most ${maxLength.toLocaleString("en")} characters long once it is encoded`,
    )
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
    return "must name a host that a name server can know, such as example.com"
  }
  const refusal = isIP(bare) === 0 ? guard.refuseName(bare) : guard.refuse(bare)
  if (refusal !== null) return `must lead to the public internet: ${refusal}`
  return origin === new URL(BASE_URL).origin ? "must not lead back to Watchkeeper itself" : null
}
