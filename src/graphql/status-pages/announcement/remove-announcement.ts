import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { changeStatusPage } from "../status-page/change-page.ts"
import { findAnnouncement } from "../status-page/find-status-page.ts"

export async function removeAnnouncement(ctx: Context, announcementId: string): Promise<string> {
  const { id, page } = await findAnnouncement(ctx, announcementId)
  return changeStatusPage(ctx, page, async ({ db }) => {
    const { count } = await db.statusPageAnnouncement.deleteMany({ where: { id } })
    if (count === 0) throw notFound("announcement")
    return {
      action: "status_page.announcement_removed",
      changes: { announcementId: id },
      result: id,
    }
  })
}
