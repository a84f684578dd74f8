import { z } from "zod"
import type { Context } from "../context.ts"
import { invalid } from "../errors.ts"
import { id, parse } from "../input.ts"
import { changeStatusPage } from "./change.ts"
import { findStatusPage } from "./find.ts"

const input = z.object({ statusPageId: id, incidentId: id })
type Input = z.input<typeof input>

/** Puts an incident on a page where none of its monitors stands; a second time changes nothing. */
export async function showIncident(ctx: Context, given: Input) {
  const { statusPageId, incidentId } = parse(input, given)
  const page = await findStatusPage(ctx, statusPageId, "status_pages:write")
  await ctx.access.require(page.projectId, "incidents:read")
  return changeStatusPage(ctx, page, async ({ db }) => {
    const incident = await db.incident.findFirst({
      where: { id: incidentId, projectId: page.projectId },
      select: { id: true },
    })
    if (incident === null) throw invalid("#/incidentId", "must be an incident of this project")
    await db.statusPageIncident.createMany({
      data: [{ pageId: page.id, incidentId }],
      skipDuplicates: true,
    })
    return { action: "status_page.incident_shown", changes: { incidentId }, result: page }
  })
}

/** Takes back what `showIncident` did; the incidents of the page's own monitors stay. */
export async function hideIncident(ctx: Context, given: Input) {
  const { statusPageId, incidentId } = parse(input, given)
  const page = await findStatusPage(ctx, statusPageId, "status_pages:write")
  return changeStatusPage(ctx, page, async ({ db }) => {
    await db.statusPageIncident.deleteMany({ where: { pageId: page.id, incidentId } })
    return { action: "status_page.incident_hidden", changes: { incidentId }, result: page }
  })
}
