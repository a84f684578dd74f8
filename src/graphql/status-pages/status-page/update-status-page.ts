import { z } from "zod"
import type { Context } from "../../kernel/context.ts"
import { changesOfRow, description, given, name, parse } from "../../kernel/input.ts"
import { changeStatusPage } from "./change-page.ts"
import { findStatusPage } from "./find-status-page.ts"
import { language } from "./rules/page-language.ts"
import { lookFields } from "./rules/page-look.ts"

const input = changesOfRow({
  name,
  description: description.nullable(),
  isPublic: z.boolean({ error: "must be true or false" }),
  language,
  ...lookFields,
})

/** Updates a page; null clears the description and the color. The slug cannot change. */
export async function updateStatusPage(ctx: Context, values: z.input<typeof input>) {
  const { id, ...changes } = parse(input, values)
  const page = await findStatusPage(ctx, id, "status_pages:write")
  const data = given(changes)
  return changeStatusPage(ctx, { ...page, name: data.name ?? page.name }, async ({ db }) => ({
    action: "status_page.updated",
    changes: data,
    result: await db.statusPage.update({ where: { id: page.id }, data }),
  }))
}
