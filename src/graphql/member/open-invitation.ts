import type { Invitation } from "../../../prisma/generated/client.ts"
import type { Prisma } from "../../postgres.ts"
import { sha256 } from "../../secret.ts"

/** The invitation that this token still opens: not used, not withdrawn, not past its seven days. */
export const findOpenInvitation = (
  db: Pick<Prisma.TransactionClient, "invitation">,
  token: string,
  now: Date,
): Promise<Invitation | null> =>
  db.invitation.findUnique({
    where: {
      tokenHash: sha256(token),
      acceptedAt: null,
      revokedAt: null,
      expiresAt: { gt: now },
    },
  })
