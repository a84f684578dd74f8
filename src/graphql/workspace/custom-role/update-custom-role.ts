import { z } from "zod"
import type { Context } from "../../kernel/context.ts"
import { invalid, notFound } from "../../kernel/errors.ts"
import { type Asked, id, parse } from "../../kernel/input.ts"
import { transact } from "../../kernel/transaction.ts"
import { recordAudit } from "../audit/record-audit.ts"
import { ofCustomRole } from "../member/chosen-role.ts"
import { withdrawInvitations } from "../member/settle-member.ts"
import { lockProject } from "../project/lock-project.ts"
import { findCustomRole } from "./find-custom-role.ts"
import { requireOwn } from "./require-own.ts"
import { roleFields } from "./role-input.ts"

const input = z.object({ id, ...roleFields })

/** Members who have the role lose and gain permissions at once. */
export async function updateCustomRole(ctx: Context, given: Asked<z.input<typeof input>>) {
  const { id: roleId, name, permissions } = parse(input, given)
  const { projectId } = await findCustomRole(ctx, roleId)
  await requireOwn(ctx, projectId, permissions)
  return transact(ctx, async (tx) => {
    await lockProject(tx, projectId, "role")
    const before = await tx.db.customRole.findUnique({ where: { id: roleId } })
    if (before === null) throw notFound("role")
    const namesake = { projectId, name, id: { not: roleId } }
    if ((await tx.db.customRole.findFirst({ where: namesake })) !== null) {
      throw invalid("#/name", "is the name of another role")
    }
    const role = await tx.db.customRole.update({
      where: { id: roleId },
      data: { name, permissions },
    })
    const members = await tx.db.member.findMany({ where: { customRoleId: roleId } })
    for (const member of members) await withdrawInvitations(tx, member, ofCustomRole(role))
    await recordAudit(tx, ctx.actor, "custom_role.updated", role, {
      name: { from: before.name, to: name },
      permissions: { from: before.permissions, to: permissions },
    })
    tx.publish("access.changed", { projectId, userId: null })
    return role
  })
}
