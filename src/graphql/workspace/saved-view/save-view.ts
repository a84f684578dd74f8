import { z } from "zod"
import { SavedViewPage } from "../../../../prisma/generated/enums.ts"
import { newId } from "../../../platform/id.ts"
import { text } from "../../../platform/text-schema.ts"
import type { Context } from "../../kernel/context.ts"
import { invalid } from "../../kernel/errors.ts"
import { id, name, parse } from "../../kernel/input.ts"
import { requirePerson } from "../../kernel/require-person.ts"
import { transact } from "../../kernel/transaction.ts"

const mostViews = 50

const input = z.object({
  projectId: id,
  page: z.enum(SavedViewPage).default("monitors"),
  name,
  search: text(2000).regex(/^[^?#\s]*$/, "must be the search parameters of a URL, without ?"),
})

/**
 * Saves a filtered list under a name, for the signed-in person alone; a view of the same name and page is replaced.
 * @throws {DomainError} validation_failed above 50 views in a project.
 */
export async function saveView(ctx: Context, given: z.input<typeof input>) {
  const { projectId, page, name, search } = parse(input, given)
  const userId = requirePerson(ctx)
  await ctx.access.require(projectId, "project:read")
  return transact(ctx, async ({ db }) => {
    // Views of one person are saved one after the other, so that the limit holds.
    await db.$queryRaw`select from "user" where id = ${userId}::uuid for no key update`
    const others = await db.savedView.count({ where: { userId, projectId, name: { not: name } } })
    if (others >= mostViews) throw invalid("#/name", "must replace another: there are 50 views")
    const same = await db.savedView.findUnique({
      where: { userId_projectId_name: { userId, projectId, name } },
    })
    if (same !== null && same.page !== page) {
      throw invalid("#/name", `must not be the name of a view of ${same.page}`)
    }
    return db.savedView.upsert({
      where: { userId_projectId_name: { userId, projectId, name } },
      create: { id: newId(), userId, projectId, page, name, search },
      update: { search },
    })
  })
}
