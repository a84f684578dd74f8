import { permissionsOfRole } from "../../kernel/access.ts"
import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { requireOwn } from "./require-own.ts"

/**
 * A role that the actor may change.
 *
 * @throws {DomainError} not_found, and insufficient_scope if it has a permission that the actor does not have.
 */
export async function findCustomRole(ctx: Context, roleId: string) {
  const where = { id: parse(id, roleId) }
  const found = await ctx.database.prisma.customRole.findUnique({ where })
  await ctx.access.require(found?.projectId ?? where.id, "members:write", "role")
  if (found === null) throw notFound("role")
  const held = permissionsOfRole({ role: "custom", customPermissions: found.permissions })
  await requireOwn(ctx, found.projectId, held)
  return found
}
