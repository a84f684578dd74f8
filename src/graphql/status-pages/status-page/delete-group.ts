import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { arrange } from "./rules/arrange-resources.ts"
import { changeStatusPage } from "./change-page.ts"
import { findGroup } from "./find-status-page.ts"
import { readPlaces, writePlaces } from "./page-place.ts"

/** Deletes a group; its resources move to the top of the ungrouped resources. */
export async function deleteGroup(ctx: Context, groupId: string): Promise<string> {
  const { id, name, page } = await findGroup(ctx, groupId)
  return changeStatusPage(ctx, page, async (tx) => {
    const { count } = await tx.db.statusPageGroup.deleteMany({ where: { id } })
    if (count === 0) throw notFound("status page group")
    const { rows, groupIds } = await readPlaces(tx, page.id)
    await writePlaces(tx, arrange(rows, groupIds))
    return { action: "status_page.group_deleted", changes: { groupId: id, name }, result: id }
  })
}
