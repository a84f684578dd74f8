import { z } from "zod"
import type { Context } from "../../kernel/context.ts"
import { invalid, notFound } from "../../kernel/errors.ts"
import { id, parse, wholeNumber } from "../../kernel/input.ts"
import { moveRow } from "./rules/arrange-resources.ts"
import { changeStatusPage } from "./change-page.ts"
import { findResource } from "./find-status-page.ts"
import { readPlaces, writePlaces } from "./page-place.ts"

export const position = wholeNumber(1, 10_000)

const input = z.object({ id, groupId: id.nullable().optional(), position })

/** Moves a resource within its page. Without `groupId` it stays in its group; null removes it from its group. */
export async function moveResource(ctx: Context, given: z.input<typeof input>) {
  const { id, groupId, position } = parse(input, given)
  const { page } = await findResource(ctx, id)
  return changeStatusPage(ctx, page, async (tx) => {
    const { rows, groupIds } = await readPlaces(tx, page.id)
    const row = rows.find((one) => one.id === id)
    if (row === undefined) throw notFound("status page resource")
    const section = groupId === undefined ? row.groupId : groupId
    if (section !== null && !groupIds.includes(section)) {
      throw invalid("#/groupId", "must be a group of this page")
    }
    await writePlaces(tx, moveRow(rows, groupIds, { id, groupId: section, position }))
    return {
      action: "status_page.resource_moved",
      changes: { resourceId: id, groupId: section, position },
      result: await tx.db.statusPageResource.findUniqueOrThrow({ where: { id } }),
    }
  })
}
