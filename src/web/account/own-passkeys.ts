import { makePasskey, savePasskey } from "../sign-in/passkey.ts"
import { get } from "../sign-in/session-list.ts"

export type OwnPasskey = {
  id: string
  name: string
  /** Its provider copies it to the person's other devices. */
  isSynced: boolean
  createdAt: string
  lastUsedAt: string | null
}

type Stored = {
  id: string
  name?: string | null
  backedUp: boolean
  createdAt: string
  lastUsedAt?: string | null
}

/** The person's passkeys, the latest first. */
export async function listPasskeys(): Promise<OwnPasskey[]> {
  const all = await get<Stored[]>("/passkey/list-user-passkeys")
  return all
    .map(({ id, name, backedUp, createdAt, lastUsedAt }) => ({
      id,
      name: name ?? "Passkey",
      isSynced: backedUp,
      createdAt,
      lastUsedAt: lastUsedAt ?? null,
    }))
    .toSorted((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt))
}

/** Adds a passkey of this device; `message` is null if the person closed the browser's dialog. */
export async function addPasskey(): Promise<{ ok: true } | { ok: false; message: string | null }> {
  const made = await makePasskey()
  if (!(made instanceof PublicKeyCredential)) return { ok: false, message: made }
  const answer = await savePasskey(made)
  return answer.ok ? { ok: true } : { ok: false, message: answer.message }
}
