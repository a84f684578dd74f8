import { z } from "zod"
import type { Context } from "../context.ts"
import { notFound } from "../errors.ts"
import { given, id, parse } from "../input.ts"
import { changeStatusPage } from "../status-page/change.ts"
import { findAnnouncement } from "./find.ts"
import { body, moment, requireSpan } from "./input.ts"

const input = z
  .object({
    id,
    body: body.optional(),
    startsAt: moment.optional(),
    endsAt: moment.nullable().optional(),
  })
  .refine((values) => Object.keys(given(values)).length > 1, {
    error: "must give at least one of body, startsAt and endsAt",
  })

/** Changes an announcement; null for `endsAt` leaves it until it is taken away. */
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
