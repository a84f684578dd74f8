import { z } from "zod"
import type { Context } from "../../kernel/context.ts"
import { invalid } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { changeStatusPage } from "./change-page.ts"
import { findStatusPage } from "./find-status-page.ts"
import { image } from "./logo-image.ts"

const input = z.object({ id, image: image.nullable(), isForDark: z.boolean().default(false) })

/**
 * Sets the logo above a page's name, or the one that replaces it on dark backgrounds; null removes it. Without a logo
 * there is none for dark backgrounds.
 *
 * @throws {DomainError} validation_failed for an image for dark backgrounds of a page without a logo.
 */
export async function setLogo(ctx: Context, given: z.input<typeof input>) {
  const { id, image: logo, isForDark } = parse(input, given)
  const page = await findStatusPage(ctx, id, "status_pages:write")
  return changeStatusPage(ctx, page, async ({ db }) => {
    const where = { pageId: page.id }
    if (isForDark) {
      const { count } = await db.statusPageLogo.updateMany({
        where,
        data: {
          darkType: logo?.type ?? null,
          darkBytes: logo?.bytes ?? null,
          darkTag: logo?.tag ?? null,
        },
      })
      if (count === 0 && logo !== null) {
        throw invalid("#/image", "needs a logo for light backgrounds; set that one first")
      }
    } else if (logo === null) await db.statusPageLogo.deleteMany({ where })
    else await db.statusPageLogo.upsert({ where, create: { ...where, ...logo }, update: logo })
    return {
      action: "status_page.logo_changed",
      changes: { type: logo?.type ?? null },
      result: page,
    }
  })
}
