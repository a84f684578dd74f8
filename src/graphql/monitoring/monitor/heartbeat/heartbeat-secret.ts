import { randomBytes } from "node:crypto"
import { SealError, sha256, type Vault } from "../../../../platform/secret.ts"

/** A heartbeat's secret as stored: a hash to look it up, and an encrypted copy to show it again. */
export function newHeartbeatSecret(vault: Vault) {
  const secret = randomBytes(32).toString("base64url")
  return { heartbeatHash: sha256(secret), sealedHeartbeat: vault.seal(secret) }
}

/** The ping URL; anyone who knows it can report for the job. */
export function heartbeatUrl(baseUrl: string, sealed: Uint8Array, vault: Vault): string | null {
  try {
    return `${baseUrl}/ping/${vault.open(sealed)}`
  } catch (error) {
    // It still takes pings; rotating it makes a URL that can be shown.
    if (error instanceof SealError) return null
    throw error
  }
}
