import { parse as bytesOf } from "uuid"
import { readId } from "../../../platform/id.ts"
import type { Services } from "../../../platform/services.ts"
import { findPaged, type Paged } from "./paged-person.ts"

/** How long a link works after its page was sent. */
const lastsMs = 7 * 24 * 3_600_000
const purpose = "acknowledge links"
const idBytes = 16
const macBytes = 16
/** 32 bytes in base64url. */
const shape = /^[A-Za-z0-9_-]{43}$/

/** The page that a link belongs to, and whether the link has expired. */
export type Linked = Paged & { isExpired: boolean }

/**
 * Link that lets a paged person acknowledge the alert without signing in. The token names the page, and therefore its
 * recipient, and is signed with a separate key; it is short enough for text messages.
 */
export function acknowledgeUrl(
  { env, vault }: Pick<Services, "env" | "vault">,
  { alertId, pageId }: { alertId: string; pageId: string },
): string {
  const token = Buffer.concat([
    bytesOf(pageId),
    vault.sign(purpose, signedText(alertId, pageId), macBytes),
  ]).toString("base64url")
  return `${env.BASE_URL}/acknowledge/${token}`
}

/** Null if the signature is not ours or the recipient no longer exists. */
export async function openLink(
  services: Pick<Services, "vault" | "database" | "clock">,
  token: string,
): Promise<Linked | null> {
  if (!shape.test(token)) return null
  const bytes = Buffer.from(token, "base64url")
  const id = readId(bytes.subarray(0, idBytes))
  if (id === null) return null
  const paged = await findPaged(services, id)
  if (paged === null) return null
  const text = signedText(paged.alert.id, id)
  if (!services.vault.isSigned(purpose, text, bytes.subarray(idBytes), macBytes)) return null
  const isExpired = paged.page.createdAt.getTime() + lastsMs <= services.clock.now().getTime()
  return { ...paged, isExpired }
}

const signedText = (alertId: string, pageId: string): string => `${alertId}.${pageId}`
