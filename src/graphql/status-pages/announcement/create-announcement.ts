import { z } from "zod"
import { newId } from "../../../platform/id.ts"
import type { Context } from "../../kernel/context.ts"
import { invalid } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { changeStatusPage } from "../status-page/change-page.ts"
import { findStatusPage } from "../status-page/find-status-page.ts"
import { body, moment, requireSpan } from "./rules/announcement-input.ts"

const input = z.object({
  statusPageId: id,
  body,
  startsAt: moment.optional(),
  endsAt: moment.nullable().default(null),
})

const mostAnnouncements = 20

/** Shows a message on a page for a period; subscribers are not notified. */
export async function createAnnouncement(ctx: Context, given: z.input<typeof input>) {
  const { statusPageId, body, startsAt = ctx.clock.now(), endsAt } = parse(input, given)
  requireSpan(startsAt, endsAt)
  const page = await findStatusPage(ctx, statusPageId, "status_pages:write")
  return changeStatusPage(ctx, page, async ({ db }) => {
    const open = { pageId: page.id, OR: [{ endsAt: null }, { endsAt: { gt: ctx.clock.now() } }] }
    if ((await db.statusPageAnnouncement.count({ where: open })) >= mostAnnouncements) {
      throw invalid("#/statusPageId", `has ${mostAnnouncements} announcements that are not over`)
    }
    const data = { id: newId(), pageId: page.id, body, startsAt, endsAt }
    return {
      action: "status_page.announced",
      changes: { announcementId: data.id },
      result: await db.statusPageAnnouncement.create({ data }),
    }
  })
}
