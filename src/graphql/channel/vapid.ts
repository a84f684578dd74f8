import { createECDH } from "node:crypto"
import type { Env } from "../../env.ts"
import type { Vault } from "../../secret.ts"

/** How this installation shows itself to push services (RFC 8292); in base64url. */
export type Vapid = { subject: string; publicKey: string; privateKey: string }

/** Derived from the secret key, so that every process has the same and there is nothing more to keep. */
export function vapidOf({ env, vault }: { env: Pick<Env, "BASE_URL">; vault: Vault }): Vapid {
  const curve = createECDH("prime256v1")
  const privateKey = vault.derive("web push")
  // One in four thousand million numbers is no key of the curve; this throws for it.
  curve.setPrivateKey(Buffer.from(privateKey, "base64url"))
  return {
    subject: subjectOf(env.BASE_URL),
    publicKey: curve.getPublicKey().toString("base64url"),
    privateKey,
  }
}

/** Push services want to know whom to ask; some refuse an address of localhost. */
const subjectOf = (baseUrl: string): string =>
  baseUrl.startsWith("https:") ? baseUrl : "mailto:operator@example.com"

/** Browsers subscribe on pages over TLS only, and on the machine itself. */
export function pushNeedsTls({ BASE_URL }: Pick<Env, "BASE_URL">): string | null {
  const { protocol, hostname } = new URL(BASE_URL)
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(hostname)
  return protocol === "https:" || isLocal
    ? null
    : "Set BASE_URL to an address with https://: browsers take notifications from no other."
}
