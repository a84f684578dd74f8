import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { whereId } from "../../kernel/require-found.ts"
import { requirePerson } from "../../kernel/require-person.ts"

/** Deletes one of the signed-in person's views and returns its id. */
export async function deleteView(ctx: Context, viewId: string): Promise<string> {
  const { id } = whereId(viewId)
  const userId = requirePerson(ctx)
  const { count } = await ctx.database.prisma.savedView.deleteMany({ where: { id, userId } })
  if (count === 0) throw notFound("saved view")
  return id
}
