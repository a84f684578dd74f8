import type { Vault } from "../../../../platform/secret.ts"
import { headers as headersSchema } from "./monitor-settings.ts"

/** @throws {Error} where the sealing key is not the one that sealed them. */
export function openHeaders(sealed: Uint8Array | null, vault: Vault): Record<string, string> {
  if (sealed === null) return {}
  try {
    return headersSchema.parse(JSON.parse(vault.open(sealed)))
  } catch {
    // The fault underneath may quote a value, and values may be credentials.
    throw new Error("has request headers that this SECRET_KEY does not open")
  }
}
