import { parse as bytesOf } from "uuid"
import { readId } from "../../../platform/id.ts"
import type { Services } from "../../../platform/services.ts"

const idBytes = 16
/** 48 bytes in base64url. */
const shape = /^[A-Za-z0-9_-]{64}$/

const purpose = "alert share links"

export const sharePrefix = "/shared/alerts/"

/** The URL of a shared alert. */
export function shareUrl({ env, vault }: Pick<Services, "env" | "vault">, shareId: string): string {
  const token = Buffer.concat([bytesOf(shareId), vault.sign(purpose, shareId)]).toString(
    "base64url",
  )
  return `${env.BASE_URL}${sharePrefix}${token}`
}

/** The share and its alert; null if we did not sign the link, it has expired, or it was revoked. */
export async function openShare(
  { vault, database, clock }: Pick<Services, "vault" | "database" | "clock">,
  token: string,
) {
  if (!shape.test(token)) return null
  const bytes = Buffer.from(token, "base64url")
  const id = readId(bytes.subarray(0, idBytes))
  if (id === null || !vault.isSigned(purpose, id, bytes.subarray(idBytes))) return null
  const share = await database.prisma.alertShare.findUnique({
    where: { id },
    include: {
      alert: {
        include: {
          project: { select: { name: true } },
          monitor: { select: { name: true } },
          state: { select: { name: true, meaning: true } },
        },
      },
    },
  })
  return share !== null && share.expiresAt > clock.now() ? share : null
}
