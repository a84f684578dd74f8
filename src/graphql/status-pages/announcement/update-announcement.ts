import type { z } from "zod"
import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { changesOfRow, given, parse } from "../../kernel/input.ts"
import { changeStatusPage } from "../status-page/change-page.ts"
import { findAnnouncement } from "../status-page/find-status-page.ts"
import { body, moment, requireSpan } from "./rules/announcement-input.ts"

const input = changesOfRow({ body, startsAt: moment, endsAt: moment.nullable() })

/** Updates an announcement; null for `endsAt` shows it until it is removed. */
export async function updateAnnouncement(ctx: Context, values: z.input<typeof input>) {
  const { id, ...changes } = parse(input, values)
  const { page, ...before } = await findAnnouncement(ctx, id)
  const { startsAt = before.startsAt, endsAt = before.endsAt } = changes
  requireSpan(startsAt, endsAt)
  return changeStatusPage(ctx, page, async ({ db }) => {
    const data = given(changes)
    const [after] = await db.statusPageAnnouncement.updateManyAndReturn({ where: { id }, data })
    if (after === undefined) throw notFound("announcement")
    return {
      action: "status_page.announcement_updated",
      changes: { announcementId: id },
      result: after,
    }
  })
}
