import { z } from "zod"
import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { requirePerson } from "../../kernel/require-person.ts"

const input = z.object({ id })

/** Deletes one of the signed-in person's views and returns its id. */
export async function deleteView(ctx: Context, viewId: string): Promise<string> {
  const { id } = parse(input, { id: viewId })
  const userId = requirePerson(ctx)
  const { count } = await ctx.database.prisma.savedView.deleteMany({ where: { id, userId } })
  if (count === 0) throw notFound("saved view")
  return id
}
