import { email } from "../channels/mail/email.ts"
import { hasSso } from "../platform/env.ts"
import type { Services } from "../platform/services.ts"
import type { Auth } from "./auth.ts"
import type { SsoDiscovery } from "./sso/sso-discovery.ts"

/**
 * Sign-in, loaded by the first request that needs it: it takes 30 MB of memory and 0.2 s, and a server that only keys
 * use never needs it. With an identity provider it is loaded at once, because its settings may be wrong.
 */
export async function loadAuth(services: Services, discovery: SsoDiscovery): Promise<Auth> {
  let loaded: Promise<Auth> | null = null
  const load = async () => {
    try {
      return (await import("./auth.ts")).createAuth(services, discovery)
    } catch (error) {
      // The next request tries again.
      loaded = null
      throw error
    }
  }
  if (hasSso(services.env)) {
    const { singleSignOn } = await import("./sso/single-sign-on.ts")
    return (await import("./auth.ts")).createAuth(services, discovery, singleSignOn)
  }
  const auth = () => (loaded ??= load())
  return {
    sendsMail: email.missing(services.env) === null,
    handler: async (...asked) => (await auth()).handler(...asked),
    readSession: async (headers) =>
      headers.get("cookie")?.includes(sessionCookie) ? (await auth()).readSession(headers) : null,
  }
}

/** The end of its name, which has a prefix over HTTPS. */
const sessionCookie = "watchkeeper.session_token="
