import { createHmac, timingSafeEqual } from "node:crypto"
import { z } from "zod"
import type { Vault } from "../../../platform/secret.ts"

/** Signs the id in a preview's URL. */
const sign = (vault: Vault, id: string): Buffer =>
  createHmac("sha256", vault.derive("status page preview")).update(id).digest()

export const writeToken = (vault: Vault, id: string): string =>
  `${id}.${sign(vault, id).toString("base64url")}`

/** The id in a token; null for one that we did not sign. */
export function readToken(vault: Vault, token: string): string | null {
  const [id = "", signature = "", ...more] = token.split(".")
  if (more.length > 0 || !z.uuid().safeParse(id).success) return null
  const given = Buffer.from(signature, "base64url")
  const right = sign(vault, id)
  return given.length === right.length && timingSafeEqual(given, right) ? id : null
}
