import { z } from "zod"
import type { Context } from "../../kernel/context.ts"
import { invalid } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { changeStatusPage } from "./change-page.ts"
import { findStatusPage } from "./find-status-page.ts"

const input = z.object({ statusPageId: id, incidentId: id })
type Input = z.input<typeof input>

/** Shows an incident on a page that shows none of its monitors. Idempotent. */
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

/** Undoes `showIncident`; incidents of the page's own monitors stay. */
export async function hideIncident(ctx: Context, given: Input) {
  const { statusPageId, incidentId } = parse(input, given)
  const page = await findStatusPage(ctx, statusPageId, "status_pages:write")
  return changeStatusPage(ctx, page, async ({ db }) => {
    await db.statusPageIncident.deleteMany({ where: { pageId: page.id, incidentId } })
    return { action: "status_page.incident_hidden", changes: { incidentId }, result: page }
  })
}
