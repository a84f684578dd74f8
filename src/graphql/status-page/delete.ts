import type { Context } from "../context.ts"
import { changeStatusPage } from "./change.ts"
import { findStatusPage } from "./find.ts"

/** Takes a page away with its groups and resources; monitors and incidents stay. */
export async function deleteStatusPage(ctx: Context, pageId: string): Promise<string> {
  const page = await findStatusPage(ctx, pageId, "status_pages:write")
  return changeStatusPage(ctx, page, async ({ db }) => {
    await db.statusPage.delete({ where: { id: page.id } })
    return { action: "status_page.deleted", changes: { slug: page.slug }, result: page.id }
  })
}
