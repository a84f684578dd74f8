import type { Permission } from "../../kernel/access.ts"
import type { Context } from "../../kernel/context.ts"
import { requireFound, whereId } from "../../kernel/require-found.ts"

/**
 * Each finds a row that the actor may access. Access is checked for unknown ids too, so they fail exactly like ids
 * of other projects.
 *
 * @throws {DomainError} not_found, and what `access.require` throws.
 */
export async function findPolicy(ctx: Context, policyId: string, permission: Permission) {
  const where = whereId(policyId)
  const policy = await ctx.database.prisma.onCallPolicy.findUnique({ where })
  return allowed(ctx, where.id, policy?.projectId, permission, "on-call policy", policy)
}

export async function findRotation(ctx: Context, rotationId: string, permission: Permission) {
  const where = whereId(rotationId)
  const rotation = await ctx.database.prisma.rotation.findUnique({ where })
  return allowed(ctx, where.id, rotation?.projectId, permission, "rotation", rotation)
}

export async function findTeam(ctx: Context, teamId: string, permission: Permission) {
  const where = whereId(teamId)
  const team = await ctx.database.prisma.team.findUnique({ where })
  return allowed(ctx, where.id, team?.projectId, permission, "team", team)
}

export async function findOverride(ctx: Context, overrideId: string, permission: Permission) {
  const where = whereId(overrideId)
  const include = { rotation: true }
  const found = await ctx.database.prisma.rotationOverride.findUnique({ where, include })
  return allowed(ctx, where.id, found?.rotation.projectId, permission, "override", found)
}

export async function findSwap(ctx: Context, swapId: string, permission: Permission) {
  const where = whereId(swapId)
  const include = { rotation: true }
  const found = await ctx.database.prisma.shiftSwap.findUnique({ where, include })
  return allowed(ctx, where.id, found?.rotation.projectId, permission, "shift swap", found)
}

export async function findFeed(ctx: Context, feedId: string, permission: Permission) {
  const where = whereId(feedId)
  const feed = await ctx.database.prisma.onCallFeed.findUnique({ where })
  return allowed(ctx, where.id, feed?.projectId, permission, "calendar link", feed)
}

async function allowed<T>(
  ctx: Context,
  requestedId: string,
  projectId: string | undefined,
  permission: Permission,
  noun: string,
  found: T | null,
): Promise<T> {
  return requireFound(ctx, found, projectId ?? requestedId, permission, noun)
}
