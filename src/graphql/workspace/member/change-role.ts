import { z } from "zod"
import { recordAudit } from "../audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { lockProject } from "../project/lock-project.ts"
import { transact } from "../../kernel/transaction.ts"
import { chosenRole, heldRole, roleInput } from "./chosen-role.ts"
import { keepAnOwner, readMember, requireReach, withdrawInvitations } from "./settle-member.ts"

const input = z.object({ memberId: id, ...roleInput })

/** @throws {DomainError} conflict for the last owner, insufficient_scope for a role beyond the actor's own. */
export async function changeRole(ctx: Context, given: z.input<typeof input>) {
  const { memberId, ...wanted } = parse(input, given)
  const found = await ctx.database.prisma.member.findUnique({ where: { id: memberId } })
  await ctx.access.require(found?.projectId ?? memberId, "members:write", "member")
  if (found === null) throw notFound("member")
  const { projectId } = found
  return transact(ctx, async (tx) => {
    await lockProject(tx, projectId, "member")
    const before = await readMember(tx, memberId)
    const held = heldRole(before)
    const next = await chosenRole(tx, projectId, wanted)
    await requireReach(tx, ctx.actor, projectId, held)
    await requireReach(tx, ctx.actor, projectId, next)
    const { role, customRoleId } = next
    if (before.role === role && before.customRoleId === customRoleId) return before
    if (role !== "owner") await keepAnOwner(tx, before)
    const member = await tx.db.member.update({
      where: { id: memberId },
      data: { role, customRoleId },
      include: { user: true },
    })
    await withdrawInvitations(tx, member, next)
    await recordAudit(tx, ctx.actor, {
      projectId,
      action: "member.role_changed",
      subjectId: memberId,
      subjectName: member.user.name,
      changes: { role: { from: held.roleName, to: next.roleName } },
    })
    tx.publish("access.changed", { projectId, userId: member.userId })
    return member
  })
}
