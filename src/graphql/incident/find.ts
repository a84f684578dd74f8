import type { Permission } from "../access.ts"
import type { Context } from "../context.ts"
import { notFound } from "../errors.ts"
import { id, parse } from "../input.ts"
import { z } from "zod"

const input = z.object({ id })

/**
 * An incident that the actor may touch. An unknown id is asked for like any other, so that it answers
 * exactly as one of another project.
 *
 * @throws {DomainError} not_found, and what `access.require` throws.
 */
export async function findIncident(ctx: Context, incidentId: string, permission: Permission) {
  const where = parse(input, { id: incidentId })
  const incident = await ctx.database.prisma.incident.findUnique({ where })
  await ctx.access.require(incident?.projectId ?? where.id, permission, "incident")
  if (incident === null) throw notFound("incident")
  return incident
}
