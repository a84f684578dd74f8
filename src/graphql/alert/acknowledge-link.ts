import { createHmac, timingSafeEqual } from "node:crypto"
import { parse as bytesOf } from "uuid"
import { readId } from "../../id.ts"
import type { Services } from "../../services.ts"
import type { Paged } from "./paged.ts"
import { findPaged } from "./paged.ts"

/** How long after its page a link opens. */
const lastsMs = 7 * 24 * 3_600_000
const idBytes = 16
const macBytes = 16
/** 32 bytes in base64url. */
const shape = /^[A-Za-z0-9_-]{43}$/

/** A page whose link was shown, and whether it still opens. */
export type Linked = Paged & { isExpired: boolean }

/**
 * A link that lets whoever was paged acknowledge the alert without signing in. The token names the page, and so
 * its addressee, and is signed with a key of its own; it is short, for text messages.
 */
export function acknowledgeUrl(
  { env, vault }: Pick<Services, "env" | "vault">,
  { alertId, pageId }: { alertId: string; pageId: string },
): string {
  const token = Buffer.concat([bytesOf(pageId), sign(vault, alertId, pageId)]).toString("base64url")
  return `${env.BASE_URL}/acknowledge/${token}`
}

/** Null for a token that was never signed here, or whose addressee is gone. */
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
  const real = sign(services.vault, paged.alert.id, id)
  if (!timingSafeEqual(bytes.subarray(idBytes), real)) return null
  const isExpired = paged.page.createdAt.getTime() + lastsMs <= services.clock.now().getTime()
  return { ...paged, isExpired }
}

const sign = (vault: Services["vault"], alertId: string, pageId: string): Buffer =>
  createHmac("sha256", vault.derive("acknowledge links"))
    .update(`${alertId}.${pageId}`)
    .digest()
    .subarray(0, macBytes)
