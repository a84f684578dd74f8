import { email } from "../channels/mail/email.ts"
import { derivedFrom } from "../platform/derived-from.ts"
import { hasSso, type Env } from "../platform/env.ts"
import type { Services } from "../platform/services.ts"
import { settable } from "../platform/settable-settings.ts"
import type { Auth } from "./auth.ts"
import type { SsoDiscovery } from "./sso/sso-discovery.ts"

/** What sign-in is made from; the rules for sign-up and the rest are read at each request. */
const names = [...settable.base_url.names, ...settable.mail.names, ...settable.sign_on.names]

const keyOf = (env: Env): string => JSON.stringify(names.map((name) => env[name]))

/**
 * Sign-in, loaded by the first request that needs it: it takes 30 MB of memory and 0.2 s, and a server that only keys
 * use never needs it. With an identity provider it is loaded at once, because its settings may be wrong. It is made
 * again once its settings change.
 */
export async function loadAuth(services: Services, discovery: SsoDiscovery): Promise<Auth> {
  const { env } = services
  const current = derivedFrom(
    () => keyOf(env),
    () => loader(() => makeAuth(services, discovery)),
  )
  const auth = () => current()()
  if (hasSso(env)) await auth()
  return {
    get sendsMail() {
      return email.missing(env) === null
    },
    handler: async (...asked) => (await auth()).handler(...asked),
    readSession: async (headers) =>
      headers.get("cookie")?.includes(sessionCookie) ? (await auth()).readSession(headers) : null,
  }
}

async function makeAuth(services: Services, discovery: SsoDiscovery): Promise<Auth> {
  const { createAuth } = await import("./auth.ts")
  if (!hasSso(services.env)) return createAuth(services, discovery)
  const { singleSignOn } = await import("./sso/single-sign-on.ts")
  return createAuth(services, discovery, singleSignOn)
}

/** Loads once; after a failure the next request tries again. */
function loader(load: () => Promise<Auth>): () => Promise<Auth> {
  let loaded: Promise<Auth> | null = null
  return () =>
    (loaded ??= load().catch((error: unknown) => {
      loaded = null
      throw error
    }))
}

/** The end of its name, which has a prefix over HTTPS. */
const sessionCookie = "watchkeeper.session_token="
