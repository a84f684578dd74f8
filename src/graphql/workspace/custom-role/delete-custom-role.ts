import type { Context } from "../../kernel/context.ts"
import { conflict, notFound } from "../../kernel/errors.ts"
import { transact } from "../../kernel/transaction.ts"
import { recordAudit } from "../audit/record-audit.ts"
import { lockProject } from "../project/lock-project.ts"
import { findCustomRole } from "./find-custom-role.ts"
import { counted } from "../../../platform/counted.ts"

/** @throws {DomainError} conflict while a member or an open invitation has the role. */
export async function deleteCustomRole(ctx: Context, roleId: string): Promise<string> {
  const { id, projectId, name } = await findCustomRole(ctx, roleId)
  await transact(ctx, async (tx) => {
    await lockProject(tx, projectId, "role")
    const members = await tx.db.member.count({ where: { customRoleId: id } })
    const invitations = await tx.db.invitation.count({
      where: { customRoleId: id, acceptedAt: null, revokedAt: null },
    })
    if (members + invitations > 0) {
      throw conflict(
        `The role is in use by ${counted(members, "member")} and ${counted(invitations, "open invitation")}. ` +
          "Give these members another role and withdraw the invitations first.",
      )
    }
    // Used and withdrawn invitations keep no role of their own.
    await tx.db.invitation.updateMany({
      where: { customRoleId: id },
      data: { customRoleId: null },
    })
    const { count } = await tx.db.customRole.deleteMany({ where: { id } })
    if (count === 0) throw notFound("role")
    await recordAudit(tx, ctx.actor, "custom_role.deleted", { projectId, id, name })
  })
  return id
}
