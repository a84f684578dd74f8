import { z } from "zod"
import type { Permission } from "../access.ts"
import type { Context } from "../context.ts"
import { notFound } from "../errors.ts"
import { id, parse } from "../input.ts"

const input = z.object({ id })

/**
 * A live monitor that the actor may touch. An unknown or deleted one is asked for like any other, so that it
 * answers exactly as one of another project.
 *
 * @throws {DomainError} not_found, and what `access.require` throws.
 */
export async function findMonitor(ctx: Context, monitorId: string, permission: Permission) {
  const where = parse(input, { id: monitorId })
  const monitor = await ctx.database.prisma.monitor.findUnique({ where })
  const isLive = monitor !== null && monitor.deletedAt === null
  await ctx.access.require(isLive ? monitor.projectId : where.id, permission, "monitor")
  if (!isLive) throw notFound("monitor")
  return monitor
}
