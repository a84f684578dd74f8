import type { CustomRole, Invitation } from "../../../../prisma/generated/client.ts"
import type { Prisma } from "../../../platform/postgres.ts"
import { sha256 } from "../../../platform/secret.ts"

/** The invitation of this token if it is not used, withdrawn or expired. */
export const findOpenInvitation = (
  db: Pick<Prisma.TransactionClient, "invitation">,
  token: string,
  now: Date,
): Promise<(Invitation & { customRole: CustomRole | null }) | null> =>
  db.invitation.findUnique({
    where: {
      tokenHash: sha256(token),
      acceptedAt: null,
      revokedAt: null,
      expiresAt: { gt: now },
    },
    include: { customRole: true },
  })
