import { newId } from "../../../platform/id.ts"
import { recordAudit } from "../audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { conflict, DomainError, notFound } from "../../kernel/errors.ts"
import { parse } from "../../kernel/input.ts"
import { text } from "../../../platform/text-schema.ts"
import { heldRole } from "./chosen-role.ts"
import { limitNames } from "../label/chosen-labels.ts"
import { lockProject } from "../project/lock-project.ts"
import { transact, type Transaction } from "../../kernel/transaction.ts"
import { findInvitation } from "./open-invitation.ts"
import { addressProved, memberJoined } from "./member-hooks.ts"

/**
 * Makes the signed-in person a member if the invitation was sent to their address.
 *
 * @throws {DomainError} not_found for an unknown token, conflict for one that is used, withdrawn or expired.
 */
export async function acceptInvitation(ctx: Context, token: string) {
  const { actor } = ctx
  const given = parse(text(100), token)
  if (actor.kind !== "user") {
    throw new DomainError("unauthorized", "Sign in or sign up with the invited e-mail address.")
  }
  const found = await findInvitation(ctx.database.prisma, given)
  if (found === null) throw notFound("invitation")
  const { projectId, role, customRoleId, labelIds } = found
  if (found.email !== actor.email.toLowerCase()) {
    throw new DomainError(
      "insufficient_scope",
      "This invitation was sent to another e-mail address. Sign in with that address.",
    )
  }
  const member = await transact(ctx, async (tx) => {
    await lockProject(tx, projectId, "invitation")
    const used = await tx.db.$executeRaw`
      update invitation set accepted_at = now()
       where id = ${found.id}::uuid and accepted_at is null and revoked_at is null
         and expires_at > now()`
    if (used === 0) {
      throw conflict(
        "This invitation was already used, was withdrawn or has expired. Ask for a new one.",
      )
    }
    const [member] = await tx.db.member.createManyAndReturn({
      data: [{ id: newId(), projectId, userId: actor.userId, role, customRoleId, labelIds }],
      skipDuplicates: true,
    })
    if (member === undefined) throw conflict("You are already a member of this project.")
    const labels = await tx.db.label.findMany({
      where: { id: { in: labelIds } },
      orderBy: { name: "asc" },
    })
    const changes = {
      role: { from: null, to: heldRole(found).roleName },
      ...(labelIds.length > 0 && { labels: limitNames(labels) }),
    }
    await recordAudit(tx, actor, "member.joined", { ...member, name: actor.name }, changes)
    if (found.isMailed) await proveAddress(tx, actor, ctx.clock.now())
    await memberJoined.run(tx, member)
    tx.publish("access.changed", { projectId, userId: actor.userId })
    return member
  })
  ctx.access.clear()
  return member
}

/** Who holds the token of a mail reads the mails of its address. */
async function proveAddress(
  tx: Transaction,
  { userId: id, email }: { userId: string; email: string },
  now: Date,
): Promise<void> {
  const { count } = await tx.db.user.updateMany({
    where: { id, emailVerified: false },
    data: { emailVerified: true },
  })
  if (count > 0) await addressProved.run(tx, { id, email }, now)
}
