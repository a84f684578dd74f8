import { z } from "zod"
import { newId } from "../../../platform/id.ts"
import type { Context } from "../../kernel/context.ts"
import { description, given, id, name, parse } from "../../kernel/input.ts"
import { transact } from "../../kernel/transaction.ts"
import { findStatusPage } from "./find-status-page.ts"
import { language } from "./rules/page-language.ts"
import { lookFields } from "./rules/page-look.ts"
import { writeToken } from "./preview-link.ts"

/** Settings of a page that can be previewed before they are saved. */
export const previewChanges = z.object({
  name: name.optional(),
  description: description.nullable().optional(),
  ...lookFields,
  language: language.optional(),
})

const input = previewChanges.extend({ id })

export type Preview = { url: string; expiresAt: Date }

const goodForMs = 30 * 60_000

/**
 * Creates a link to a preview of a page, public or not; anyone who has it can see the page for 30 minutes. Saves and
 * announces nothing.
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
