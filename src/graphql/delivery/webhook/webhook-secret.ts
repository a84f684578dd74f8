import { randomBytes } from "node:crypto"

/** Standard Webhooks v1: 24 to 64 random bytes in standard base64 with padding, which receivers require. */
export function newSigningSecret(): { secret: string; hint: string } {
  const secret = `whsec_${randomBytes(32).toString("base64")}`
  return { secret, hint: secret.slice(-4) }
}
