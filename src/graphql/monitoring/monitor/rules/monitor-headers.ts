import { SealError, type Vault } from "../../../../platform/secret.ts"
import { headers as headersSchema } from "./monitor-settings.ts"

/** @throws {SealError} if another key encrypted them. */
export function openHeaders(sealed: Uint8Array | null, vault: Vault): Record<string, string> {
  if (sealed === null) return {}
  try {
    return headersSchema.parse(JSON.parse(vault.open(sealed)))
  } catch {
    // The cause may quote a value, which may be a credential.
    throw new SealError("has request headers that this SECRET_KEY does not open")
  }
}

/** None if another key encrypted them: the monitor is shown and compared, so that they can be entered again. */
export function readableHeaders(sealed: Uint8Array | null, vault: Vault): Record<string, string> {
  try {
    return openHeaders(sealed, vault)
  } catch (error) {
    if (error instanceof SealError) return {}
    throw error
  }
}
