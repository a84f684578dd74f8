import { z } from "zod"
import type { Vault } from "../../secret.ts"
import { sha256 } from "../../secret.ts"
import { notice } from "./notice.ts"

const mail = z.object({ address: z.string(), notice })
export type Mail = z.output<typeof mail>

const payload = z.object({ sealed: z.base64() })

/** A mail to somebody who has no channel, or with a link that is a secret: what is stored of it is sealed. */
export type SealedMail = {
  /** The same for the same address. */
  addressKey: string
  payload: z.output<typeof payload>
}

export const sealMail = (vault: Vault, mail: Mail): SealedMail => ({
  addressKey: Buffer.from(sha256(mail.address)).toString("base64url").slice(0, 22),
  payload: { sealed: Buffer.from(vault.seal(JSON.stringify(mail))).toString("base64") },
})

/** Null for the payload of any other delivery. */
export function openMail(vault: Vault, given: unknown): Mail | null {
  const { data } = payload.safeParse(given)
  if (data === undefined) return null
  return mail.parse(JSON.parse(vault.open(Buffer.from(data.sealed, "base64"))))
}
