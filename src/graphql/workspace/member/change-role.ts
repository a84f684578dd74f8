import { z } from "zod"
import { recordAudit } from "../audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { lockProject } from "../project/lock-project.ts"
import { transact } from "../../kernel/transaction.ts"
import { invitable } from "./rules/role-rank.ts"
import { role } from "./rules/member-role.ts"
import { keepAnOwner, readMember, requireReach, withdrawInvitations } from "./settle-member.ts"

const input = z.object({ memberId: id, role })

/** @throws {DomainError} conflict for the last owner, insufficient_scope for a role above the actor's own. */
export async function changeRole(ctx: Context, given: z.input<typeof input>) {
  const { memberId, role } = parse(input, given)
  const found = await ctx.database.prisma.member.findUnique({ where: { id: memberId } })
  await ctx.access.require(found?.projectId ?? memberId, "members:write", "member")
  if (found === null) throw notFound("member")
  const { projectId } = found
  return transact(ctx, async (tx) => {
    await lockProject(tx, projectId, "member")
    const before = await readMember(tx, memberId)
    await requireReach(tx, ctx.actor, projectId, before.role)
    await requireReach(tx, ctx.actor, projectId, role)
    if (before.role === role) return before
    if (role !== "owner") await keepAnOwner(tx, before)
    const member = await tx.db.member.update({
      where: { id: memberId },
      data: { role },
      include: { user: true },
    })
    await withdrawInvitations(tx, member, invitable(role))
    await recordAudit(tx, ctx.actor, {
      projectId,
      action: "member.role_changed",
      subjectId: memberId,
      subjectName: member.user.name,
      changes: { role: { from: before.role, to: role } },
    })
    tx.publish("access.changed", { projectId, userId: member.userId })
    return member
  })
}
