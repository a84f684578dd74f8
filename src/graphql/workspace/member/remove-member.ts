import { recordAudit } from "../audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { DomainError, notFound } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { namedKeys } from "../key/keys-of-member.ts"
import { lockProject } from "../project/lock-project.ts"
import { transact, type Transaction } from "../../kernel/transaction.ts"
import { memberLeft } from "./member-hooks.ts"
import { heldRole } from "./chosen-role.ts"
import {
  keepAnOwner,
  readMember,
  requireReach,
  withdrawInvitations,
  type MemberWithRole,
} from "./settle-member.ts"

/** @throws {DomainError} conflict for the last owner, insufficient_scope for a role beyond the actor's own. */
export async function removeMember(ctx: Context, memberId: string): Promise<string> {
  const where = { id: parse(id, memberId) }
  const found = await ctx.database.prisma.member.findUnique({ where })
  await ctx.access.require(found?.projectId ?? where.id, "members:write", "member")
  if (found === null) throw notFound("member")
  const { projectId } = found
  await transact(ctx, async (tx) => {
    await lockProject(tx, projectId, "member")
    const member = await readMember(tx, found.id)
    await requireReach(tx, ctx.actor, projectId, heldRole(member))
    await end(ctx, tx, member, "member.removed")
  })
  return found.id
}

/** Ends the actor's own membership; the last owner cannot leave. */
export async function leaveProject(ctx: Context, projectId: string): Promise<string> {
  const { actor } = ctx
  await ctx.access.require(parse(id, projectId), "project:read")
  if (actor.kind !== "user") {
    throw new DomainError("unauthorized", "Only a signed-in person can leave a project.")
  }
  await transact(ctx, async (tx) => {
    await lockProject(tx, projectId)
    const member = await tx.db.member.findUnique({
      where: { projectId_userId: { projectId, userId: actor.userId } },
      include: { customRole: true },
    })
    if (member === null) throw notFound("project")
    await end(ctx, tx, member, "member.left")
  })
  return projectId
}

async function end(
  ctx: Context,
  tx: Transaction,
  member: MemberWithRole,
  action: string,
): Promise<void> {
  const { projectId, userId } = member
  await keepAnOwner(tx, member)
  const { user } = await tx.db.member.delete({
    where: { id: member.id },
    select: { user: { select: { name: true } } },
  })
  await withdrawInvitations(tx, member)
  await memberLeft.run(tx, member)
  const changes = {
    role: { from: heldRole(member).roleName, to: null },
    ...(await namedKeys(tx.db, member)),
  }
  await recordAudit(tx, ctx.actor, action, { ...member, name: user.name }, changes)
  tx.publish("access.changed", { projectId, userId })
}
