import { z } from "zod"
import type { Context } from "../../kernel/context.ts"
import { id, parse } from "../../kernel/input.ts"
import { changeStatusPage } from "./change-page.ts"
import { findStatusPage } from "./find-status-page.ts"
import { image } from "./logo-image.ts"

const input = z.object({ id, image: image.nullable() })

/** Sets the logo above a page's name; null removes it. */
export async function setLogo(ctx: Context, given: z.input<typeof input>) {
  const { id, image: logo } = parse(input, given)
  const page = await findStatusPage(ctx, id, "status_pages:write")
  return changeStatusPage(ctx, page, async ({ db }) => {
    const where = { pageId: page.id }
    if (logo === null) await db.statusPageLogo.deleteMany({ where })
    else await db.statusPageLogo.upsert({ where, create: { ...where, ...logo }, update: logo })
    return {
      action: "status_page.logo_changed",
      changes: { type: logo?.type ?? null },
      result: page,
    }
  })
}
