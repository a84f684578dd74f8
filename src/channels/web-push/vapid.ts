import { createECDH } from "node:crypto"
import type { Env } from "../../platform/env.ts"
import type { Vault } from "../../platform/secret.ts"

/** This installation's identity for push services (RFC 8292); base64url. */
export type Vapid = { subject: string; publicKey: string; privateKey: string }

/** Derived from the secret key, so that every process has the same and nothing is stored. */
export function vapidOf({ env, vault }: { env: Pick<Env, "BASE_URL">; vault: Vault }): Vapid {
  const curve = createECDH("prime256v1")
  const privateKey = vault.derive("web push")
  // Throws for a scalar outside the curve's order, with a probability of about 1 in 2^32.
  curve.setPrivateKey(Buffer.from(privateKey, "base64url"))
  return {
    subject: subjectOf(env.BASE_URL),
    publicKey: curve.getPublicKey().toString("base64url"),
    privateKey,
  }
}

/** Push services require a contact; some refuse addresses at localhost. */
const subjectOf = (baseUrl: string): string =>
  baseUrl.startsWith("https:") ? baseUrl : "mailto:operator@example.com"

/** Browsers allow push subscriptions only on pages with TLS and on localhost. */
export function pushNeedsTls({ BASE_URL }: Pick<Env, "BASE_URL">): string | null {
  const { protocol, hostname } = new URL(BASE_URL)
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(hostname)
  return protocol === "https:" || isLocal
    ? null
    : "Set BASE_URL to an https:// address: browsers only allow push notifications on pages with TLS."
}
