import { recordAudit } from "../audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { conflict, notFound } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { transact } from "../../kernel/transaction.ts"
import { cancelMails } from "./mail-invitation.ts"

/** @throws {DomainError} conflict if it was already used, withdrawn or replaced. */
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
      throw conflict("This invitation was already used or withdrawn.")
    }
    await cancelMails(tx, [invitation.id])
    await recordAudit(tx, ctx.actor, "invitation.revoked", {
      ...invitation,
      name: invitation.email,
    })
    return invitation
  })
}
