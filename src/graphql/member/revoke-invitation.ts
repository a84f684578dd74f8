import { recordAudit } from "../audit/record.ts"
import type { Context } from "../context.ts"
import { conflict, notFound } from "../errors.ts"
import { id, parse } from "../input.ts"
import { transact } from "../transaction.ts"
import { cancelMails } from "./mail-invitation.ts"

/** @throws {DomainError} conflict where it was used, withdrawn or replaced before. */
export async function revokeInvitation(ctx: Context, invitationId: string) {
  const where = { id: parse(id, invitationId) }
  const found = await ctx.database.prisma.invitation.findUnique({ where })
  await ctx.access.require(found?.projectId ?? where.id, "members:write", "invitation")
  if (found === null) throw notFound("invitation")
  return transact(ctx, async (tx) => {
    const [invitation] = await tx.db.invitation.updateManyAndReturn({
      where: { ...where, acceptedAt: null, revokedAt: null },
      data: { revokedAt: ctx.clock.now() },
    })
    if (invitation === undefined) {
      throw conflict("This invitation was used or withdrawn before; there is nothing to revoke.")
    }
    await cancelMails(tx, [invitation.id])
    await recordAudit(tx, ctx.actor, {
      projectId: invitation.projectId,
      action: "invitation.revoked",
      subjectId: invitation.id,
      subjectName: invitation.email,
    })
    return invitation
  })
}
