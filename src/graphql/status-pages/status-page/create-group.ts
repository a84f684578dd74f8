import { z } from "zod"
import { newId } from "../../../platform/id.ts"
import type { Context } from "../../kernel/context.ts"
import { invalid } from "../../kernel/errors.ts"
import { id, name, parse } from "../../kernel/input.ts"
import { changeStatusPage } from "./change-page.ts"
import { findStatusPage } from "./find-status-page.ts"

const input = z.object({ statusPageId: id, name })

const mostGroups = 100

/** Adds an empty group below the others; a page hides empty groups. */
export async function createGroup(ctx: Context, given: z.input<typeof input>) {
  const { statusPageId, name } = parse(input, given)
  const page = await findStatusPage(ctx, statusPageId, "status_pages:write")
  return changeStatusPage(ctx, page, async ({ db }) => {
    const where = { pageId: page.id }
    const { _max, _count } = await db.statusPageGroup.aggregate({
      where,
      _max: { order: true },
      _count: true,
    })
    if (_count >= mostGroups) {
      throw invalid("#/statusPageId", `has ${mostGroups} groups already, which is the limit`)
    }
    const order = (_max.order ?? 0) + 1
    const group = await db.statusPageGroup.create({ data: { id: newId(), ...where, name, order } })
    return {
      action: "status_page.group_created",
      changes: { groupId: group.id, name },
      result: group,
    }
  })
}
