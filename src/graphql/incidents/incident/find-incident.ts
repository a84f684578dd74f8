import type { Permission } from "../../kernel/access.ts"
import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { z } from "zod"

const input = z.object({ id })

/**
 * An incident that the actor may access. An unknown id and an id of another project cause the same error.
 *
 * @throws {DomainError} not_found, and what `access.require` throws.
 */
export async function findIncident(ctx: Context, incidentId: string, permission: Permission) {
  const where = parse(input, { id: incidentId })
  const incident = await ctx.database.prisma.incident.findUnique({ where })
  const about = { type: "incident", id: incident?.id ?? null } as const
  await ctx.access.require(incident?.projectId ?? where.id, permission, "incident", about)
  if (incident === null) throw notFound("incident")
  return incident
}
