import { z } from "zod"
import { newId } from "../../../platform/id.ts"
import type { Context } from "../../kernel/context.ts"
import { invalid } from "../../kernel/errors.ts"
import { type Asked, id, parse } from "../../kernel/input.ts"
import { transact } from "../../kernel/transaction.ts"
import { recordAudit } from "../audit/record-audit.ts"
import { lockProject } from "../project/lock-project.ts"
import { requireOwn } from "./require-own.ts"
import { roleFields } from "./role-input.ts"

const input = z.object({ projectId: id, ...roleFields })
const mostRoles = 50

/** @throws {DomainError} insufficient_scope for a permission that the actor does not have. */
export async function createCustomRole(ctx: Context, given: Asked<z.input<typeof input>>) {
  const { projectId, name, permissions } = parse(input, given)
  await ctx.access.require(projectId, "members:write")
  await requireOwn(ctx, projectId, permissions)
  return transact(ctx, async (tx) => {
    await lockProject(tx, projectId)
    if ((await tx.db.customRole.count({ where: { projectId } })) >= mostRoles) {
      throw invalid("#/projectId", `already has ${mostRoles} roles; delete one first`)
    }
    const [role] = await tx.db.customRole.createManyAndReturn({
      data: [{ id: newId(), projectId, name, permissions }],
      skipDuplicates: true,
    })
    if (role === undefined) throw invalid("#/name", "is the name of another role")
    await recordAudit(tx, ctx.actor, "custom_role.created", role, { permissions })
    return role
  })
}
