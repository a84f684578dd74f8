import { z } from "zod"
import type { Permission } from "../access.ts"
import type { Context } from "../context.ts"
import { notFound } from "../errors.ts"
import { id, parse } from "../input.ts"

const input = z.object({ id })

/**
 * A series that the actor may touch. An unknown id is asked for like any other, so that it answers exactly as
 * one of another project.
 *
 * @throws {DomainError} not_found, and what `access.require` throws.
 */
export async function findSeries(ctx: Context, seriesId: string, permission: Permission) {
  const where = parse(input, { id: seriesId })
  const series = await ctx.database.prisma.maintenanceSeries.findUnique({ where })
  const noun = "maintenance series"
  await ctx.access.require(series?.projectId ?? where.id, permission, noun)
  if (series === null) throw notFound(noun)
  return series
}
