import type { Context } from "../context.ts"
import { notFound } from "../errors.ts"
import { arrange } from "./arrange.ts"
import { changeStatusPage } from "./change.ts"
import { findGroup } from "./find.ts"
import { readPlaces, writePlaces } from "./place.ts"

/** Takes a heading away; what stood under it goes to the head of what has no group. */
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
