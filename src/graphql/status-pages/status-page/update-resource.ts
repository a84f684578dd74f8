import { z } from "zod"
import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { changesOfRow, description, given, name, parse } from "../../kernel/input.ts"
import { changeStatusPage } from "./change-page.ts"
import { findResource } from "./find-status-page.ts"

const input = changesOfRow({
  displayName: name,
  displayDescription: description,
  showUptimePercent: z.boolean(),
  showResponseTimes: z.boolean(),
})

/** Updates how a page shows a monitor; the monitor itself does not change. */
export async function updateResource(ctx: Context, values: z.input<typeof input>) {
  const { id, ...changes } = parse(input, values)
  const { page } = await findResource(ctx, id)
  const data = given(changes)
  return changeStatusPage(ctx, page, async ({ db }) => {
    const [resource] = await db.statusPageResource.updateManyAndReturn({ where: { id }, data })
    if (resource === undefined) throw notFound("status page resource")
    return {
      action: "status_page.resource_updated",
      changes: { resourceId: id, ...data },
      result: resource,
    }
  })
}
