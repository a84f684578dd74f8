import { z } from "zod"
import type { Permission } from "../access.ts"
import type { Context } from "../context.ts"
import { notFound } from "../errors.ts"
import { id, parse } from "../input.ts"

const input = z.object({ id })

/**
 * An endpoint that the actor may touch. An unknown id is asked for like any other, so that it answers exactly
 * as one of another project.
 *
 * @throws {DomainError} not_found, and what `access.require` throws.
 */
export async function findEndpoint(ctx: Context, endpointId: string, permission: Permission) {
  const where = parse(input, { id: endpointId })
  const endpoint = await ctx.database.prisma.webhookEndpoint.findUnique({ where })
  await ctx.access.require(endpoint?.projectId ?? where.id, permission, "webhook endpoint")
  if (endpoint === null) throw notFound("webhook endpoint")
  return endpoint
}
