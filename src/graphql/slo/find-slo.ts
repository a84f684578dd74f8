import { z } from "zod"
import type { Permission } from "../kernel/access.ts"
import type { Context } from "../kernel/context.ts"
import { notFound } from "../kernel/errors.ts"
import { id, parse } from "../kernel/input.ts"

const input = z.object({ id })

/**
 * An SLO that the actor may access. An unknown id and an id of another project cause the same error.
 *
 * @throws {DomainError} not_found, and what `access.require` throws.
 */
export async function findSlo(ctx: Context, sloId: string, permission: Permission) {
  const where = parse(input, { id: sloId })
  const slo = await ctx.database.prisma.slo.findUnique({
    where,
    include: { monitors: { select: { monitorId: true } } },
  })
  await ctx.access.require(slo?.projectId ?? where.id, permission, "SLO")
  if (slo === null) throw notFound("SLO")
  return slo
}
