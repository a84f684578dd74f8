import { z } from "zod"
import type { Context } from "../context.ts"
import { notFound } from "../errors.ts"
import { id, parse } from "../input.ts"

const input = z.object({ id })

/**
 * A label that the actor may change. An unknown id is asked for like any other, so that it answers exactly
 * as one of another project.
 *
 * @throws {DomainError} not_found, and what `access.require` throws.
 */
export async function findLabel(ctx: Context, labelId: string) {
  const where = parse(input, { id: labelId })
  const label = await ctx.database.prisma.label.findUnique({ where })
  await ctx.access.require(label?.projectId ?? where.id, "monitors:write", "label")
  if (label === null) throw notFound("label")
  return label
}
