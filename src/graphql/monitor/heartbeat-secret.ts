import { randomBytes } from "node:crypto"
import type { Vault } from "../../secret.ts"
import { sha256 } from "../../secret.ts"

/** What a row keeps of a heartbeat's secret: a hash to find it by, and a sealed copy to show it again. */
export function newHeartbeatSecret(vault: Vault) {
  const secret = randomBytes(32).toString("base64url")
  return { heartbeatHash: sha256(secret), sealedHeartbeat: vault.seal(secret) }
}

/** Where the job calls; whoever knows it can speak for the job. */
export const heartbeatUrl = (baseUrl: string, sealed: Uint8Array, vault: Vault): string =>
  `${baseUrl}/ping/${vault.open(sealed)}`
