import { hash } from "node:crypto"
import type { Services } from "../platform/services.ts"
import type { SignedIn } from "./auth.ts"

/** How long a session is trusted; `access.changed` ends this early, as for keys. */
const trustMs = 1000
const mostKnown = 10_000

/** Reads sessions by their cookies, each once within a second. Requests at the same time share one look-up. */
export function createSessionFinder(
  { bus, clock }: Pick<Services, "bus" | "clock">,
  read: (headers: Headers) => Promise<SignedIn | null>,
) {
  const known = new Map<string, { askedMs: number; found: Promise<SignedIn | null> }>()
  const forget = () => known.clear()
  bus.subscribe("access.changed", forget)
  bus.onGap(forget)

  function ask(cookie: string, headers: Headers): Promise<SignedIn | null> {
    const entry = { askedMs: clock.monotonicMs(), found: read(headers) }
    const drop = () => {
      if (known.get(cookie) === entry) known.delete(cookie)
    }
    if (known.size >= mostKnown) known.clear()
    known.set(cookie, entry)
    // Only sessions are kept: no refusal, and no error.
    entry.found.then((session) => session ?? drop(), drop)
    return entry.found
  }

  return {
    /** Null without a valid session. */
    find(headers: Headers): Promise<SignedIn | null> {
      const cookie = hash("sha256", headers.get("cookie") ?? "", "base64")
      const hit = known.get(cookie)
      const isTrusted = hit !== undefined && clock.monotonicMs() - hit.askedMs < trustMs
      return isTrusted ? hit.found : ask(cookie, headers)
    },
    /** After anything that may have changed a session or its account. */
    forget,
  }
}
