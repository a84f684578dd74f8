import type { Vault } from "../../../../platform/secret.ts"
import { headers as headersSchema } from "./monitor-settings.ts"

/** @throws {Error} if another key encrypted them. */
export function openHeaders(sealed: Uint8Array | null, vault: Vault): Record<string, string> {
  if (sealed === null) return {}
  try {
    return headersSchema.parse(JSON.parse(vault.open(sealed)))
  } catch {
    // The cause may quote a value, which may be a credential.
    throw new Error("has request headers that this SECRET_KEY does not open")
  }
}
