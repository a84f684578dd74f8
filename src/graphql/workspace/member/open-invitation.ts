import type { CustomRole, Invitation } from "../../../../prisma/generated/client.ts"
import type { Prisma } from "../../../platform/postgres.ts"
import { sha256 } from "../../../platform/secret.ts"

type Found = Invitation & {
  customRole: CustomRole | null
  /** Whether the token came by mail, which proves the address; the inviter has another one to pass on. */
  isMailed: boolean
}

/** The invitation of a token; null for an unknown one. */
export async function findInvitation(
  db: Pick<Prisma.TransactionClient, "invitation">,
  token: string,
): Promise<Found | null> {
  const hash = sha256(token)
  const found = await db.invitation.findFirst({
    where: { OR: [{ tokenHash: hash }, { mailTokenHash: hash }] },
    include: { customRole: true },
  })
  if (found === null) return null
  const { mailTokenHash } = found
  return { ...found, isMailed: mailTokenHash !== null && Buffer.compare(mailTokenHash, hash) === 0 }
}

/** The same if it is not used, withdrawn or expired. */
export async function findOpenInvitation(
  db: Pick<Prisma.TransactionClient, "invitation">,
  token: string,
  now: Date,
): Promise<Found | null> {
  const found = await findInvitation(db, token)
  if (found === null || found.acceptedAt !== null || found.revokedAt !== null) return null
  return found.expiresAt > now ? found : null
}
