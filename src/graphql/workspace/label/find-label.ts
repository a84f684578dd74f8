import { z } from "zod"
import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"

const input = z.object({ id })

/**
 * A label that the actor may change. An unknown id and an id of another project cause the same error.
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
