import { z } from "zod"
import type { Vault } from "../../../platform/secret.ts"

const purpose = "status page preview"

export const writeToken = (vault: Vault, id: string): string =>
  `${id}.${vault.sign(purpose, id).toString("base64url")}`

/** The id in a token; null for one that we did not sign. */
export function readToken(vault: Vault, token: string): string | null {
  const [id = "", signature = "", ...more] = token.split(".")
  if (more.length > 0 || !z.uuid().safeParse(id).success) return null
  return vault.isSigned(purpose, id, Buffer.from(signature, "base64url")) ? id : null
}
