import { z } from "zod"
import type { Permission } from "../../kernel/access.ts"
import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"

const input = z.object({ id })

/**
 * A series that the actor may access. An unknown id and an id of another project cause the same error.
 *
 * @throws {DomainError} not_found, and what `access.require` throws.
 */
export async function findSeries(ctx: Context, seriesId: string, permission: Permission) {
  const where = parse(input, { id: seriesId })
  const series = await ctx.database.prisma.maintenanceSeries.findUnique({ where })
  const noun = "maintenance series"
  const about = { type: "series", id: series?.id ?? null } as const
  await ctx.access.require(series?.projectId ?? where.id, permission, noun, about)
  if (series === null) throw notFound(noun)
  return series
}
