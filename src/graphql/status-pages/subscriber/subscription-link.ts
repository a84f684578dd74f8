import { parse as bytesOf } from "uuid"
import { readId } from "../../../platform/id.ts"
import type { Services } from "../../../platform/services.ts"
import type { Vault } from "../../../platform/secret.ts"

/** What a link allows: confirming the address, or managing its subscription. */
export type Purpose = "confirm" | "manage"

const idBytes = 16
const macBytes = 16
/** 32 bytes in base64url. */
const shape = /^[A-Za-z0-9_-]{43}$/

const links = "subscriber links"

function write(vault: Vault, purpose: Purpose, id: string): string {
  const signature = vault.sign(links, `${purpose}.${id}`, macBytes)
  return Buffer.concat([bytesOf(id), signature]).toString("base64url")
}

/** The subscriber that a token was signed for; null for one that was never signed here for this purpose. */
export function readToken(vault: Vault, purpose: Purpose, token: string): string | null {
  if (!shape.test(token)) return null
  const bytes = Buffer.from(token, "base64url")
  const id = readId(bytes.subarray(0, idBytes))
  return id !== null && vault.isSigned(links, `${purpose}.${id}`, bytes.subarray(idBytes), macBytes)
    ? id
    : null
}

type Needs = Pick<Services, "env" | "vault">

export const confirmUrl = ({ env, vault }: Needs, id: string): string =>
  `${env.BASE_URL}/subscriptions/confirm/${write(vault, "confirm", id)}`

export const manageUrl = ({ env, vault }: Needs, id: string): string =>
  `${env.BASE_URL}/subscriptions/${write(vault, "manage", id)}`

/** URL for one-click unsubscribe by POST (RFC 8058); a GET shows a button. */
export const unsubscribeUrl = (needs: Needs, id: string): string =>
  `${manageUrl(needs, id)}/unsubscribe`
