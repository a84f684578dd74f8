import { z } from "zod"
import type { Context } from "../context.ts"
import { color, description, given, id, name, parse } from "../input.ts"
import { changeStatusPage } from "./change.ts"
import { findStatusPage } from "./find.ts"
import { language } from "./language.ts"

const input = z
  .object({
    id,
    name: name.optional(),
    description: description.nullable().optional(),
    isPublic: z.boolean({ error: "must be true or false" }).optional(),
    accentColor: color.nullable().optional(),
    language: language.optional(),
  })
  .refine((values) => Object.keys(given(values)).length > 1, {
    error: "must give at least one of name, description, isPublic, accentColor and language",
  })

/** Changes a page; null clears the description and the colour, and the slug stays for ever. */
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
