import { z } from "zod"
import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { description, given, id, name, parse } from "../../kernel/input.ts"
import { changeStatusPage } from "./change-page.ts"
import { findResource } from "./find-status-page.ts"

const input = z
  .object({
    id,
    displayName: name.optional(),
    displayDescription: description.optional(),
    showUptimePercent: z.boolean().optional(),
    showResponseTimes: z.boolean().optional(),
  })
  .refine((values) => Object.keys(given(values)).length > 1, {
    error:
      "must contain at least one of displayName, displayDescription, showUptimePercent and showResponseTimes",
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
