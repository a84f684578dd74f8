import { z } from "zod"
import type { Permission } from "../../kernel/access.ts"
import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"

const input = z.object({ id })

/**
 * Find an endpoint that the actor may access. Access is checked for unknown ids too, so they fail exactly like ids
 * of other projects.
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
