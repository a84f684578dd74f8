import { z } from "zod"
import { recordAudit } from "../audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { chosenLabels, limitInput, limitNames, requireLimitable } from "../label/chosen-labels.ts"
import { lockProject } from "../project/lock-project.ts"
import { transact } from "../../kernel/transaction.ts"
import { chosenRole, heldRole, roleInput } from "./chosen-role.ts"
import { keepAnOwner, readMember, requireReach, withdrawInvitations } from "./settle-member.ts"

const input = z.object({ memberId: id, ...roleInput, labelIds: limitInput.nullish() })

/** @throws {DomainError} conflict for the last owner, insufficient_scope for a role beyond the actor's own. */
export async function changeRole(ctx: Context, given: z.input<typeof input>) {
  const { memberId, labelIds: wantedIds, ...wanted } = parse(input, given)
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
    const labelIds = wantedIds ?? before.labelIds
    requireLimitable(role, labelIds)
    const isSameLimit = labelIds.toSorted().join() === before.labelIds.toSorted().join()
    const isSameRole = before.role === role && before.customRoleId === customRoleId
    if (isSameRole && isSameLimit) return before
    const [from, to] = isSameLimit
      ? [[], []]
      : [
          await tx.db.label.findMany({
            where: { id: { in: before.labelIds } },
            orderBy: { name: "asc" },
          }),
          await chosenLabels(tx, projectId, labelIds),
        ]
    if (role !== "owner") await keepAnOwner(tx, before)
    const member = await tx.db.member.update({
      where: { id: memberId },
      data: { role, customRoleId, labelIds },
      include: { user: true },
    })
    await withdrawInvitations(tx, member, labelIds.length > 0 ? null : next)
    const changes = {
      ...((!isSameRole || isSameLimit) && { role: { from: held.roleName, to: next.roleName } }),
      ...(!isSameLimit && { labels: { from: limitNames(from), to: limitNames(to) } }),
    }
    const subject = { ...member, name: member.user.name }
    await recordAudit(
      tx,
      ctx.actor,
      isSameRole ? "member.limit_changed" : "member.role_changed",
      subject,
      changes,
    )
    tx.publish("access.changed", { projectId, userId: member.userId })
    return member
  })
}
