import { z } from "zod"
import { newId } from "../../id.ts"
import type { Context } from "../context.ts"
import { invalid } from "../errors.ts"
import { id, parse } from "../input.ts"
import { changeStatusPage } from "../status-page/change.ts"
import { findStatusPage } from "../status-page/find.ts"
import { body, moment, requireSpan } from "./input.ts"

const input = z.object({
  statusPageId: id,
  body,
  startsAt: moment.optional(),
  endsAt: moment.nullable().default(null),
})

const mostAnnouncements = 20

/** Shows words on a page from one moment to another, whatever its components do; subscribers are not told. */
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
