import type { Context } from "../../kernel/context.ts"
import { changeStatusPage } from "./change-page.ts"
import { findStatusPage } from "./find-status-page.ts"

/** Deletes a page with its groups and resources, but not its monitors and incidents. */
export async function deleteStatusPage(ctx: Context, pageId: string): Promise<string> {
  const page = await findStatusPage(ctx, pageId, "status_pages:write")
  return changeStatusPage(ctx, page, async ({ db }) => {
    await db.statusPage.delete({ where: { id: page.id } })
    return { action: "status_page.deleted", changes: { slug: page.slug }, result: page.id }
  })
}
