import type { Context } from "../context.ts"
import { notFound } from "../errors.ts"
import { changeStatusPage } from "../status-page/change.ts"
import { findAnnouncement } from "./find.ts"

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
