import { z } from "zod"
import { sha256, type Vault } from "../../platform/secret.ts"
import { notice } from "../../channels/notice.ts"
import { messageLanguages } from "../../channels/words/message-language.ts"

const mail = z.object({
  address: z.string(),
  notice,
  /** Of the words around the notice; absent for English. */
  language: z.enum(messageLanguages).optional(),
})
export type Mail = z.output<typeof mail>

const payload = z.object({ sealed: z.base64() })

/** An e-mail to somebody without a channel or with a secret link; its payload is encrypted at rest. */
export type SealedMail = {
  /** Deterministic per address. */
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
