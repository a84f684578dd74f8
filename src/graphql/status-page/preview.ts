import { z } from "zod"
import { newId } from "../../id.ts"
import type { Context } from "../context.ts"
import { color, description, given, id, name, parse } from "../input.ts"
import { transact } from "../transaction.ts"
import { findStatusPage } from "./find.ts"
import { language } from "./language.ts"
import { writeToken } from "./preview-link.ts"

/** What of a page can be seen before it is saved. */
export const previewChanges = z.object({
  name: name.optional(),
  description: description.nullable().optional(),
  accentColor: color.nullable().optional(),
  language: language.optional(),
})

const input = previewChanges.extend({ id })

export type Preview = { url: string; expiresAt: Date }

const goodForMs = 30 * 60_000

/**
 * Makes a link to a page as it would be, public or not: whoever has it sees the page for half an hour. Nothing
 * is saved and nobody is told.
 */
export async function previewStatusPage(
  ctx: Context,
  values: z.input<typeof input>,
): Promise<Preview> {
  const { id, ...changes } = parse(input, values)
  const page = await findStatusPage(ctx, id, "status_pages:write")
  const now = ctx.clock.now()
  const expiresAt = new Date(now.getTime() + goodForMs)
  const data = { id: newId(), pageId: page.id, changes: given(changes), expiresAt }
  await transact(ctx, async ({ db }) => {
    await db.statusPagePreview.deleteMany({ where: { pageId: page.id, expiresAt: { lt: now } } })
    await db.statusPagePreview.create({ data })
  })
  const { env, vault } = ctx
  return { url: `${env.BASE_URL}/status/preview/${writeToken(vault, data.id)}`, expiresAt }
}
