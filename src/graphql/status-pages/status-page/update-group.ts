import { z } from "zod"
import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { changesOfRow, given, name, parse } from "../../kernel/input.ts"
import { arrange, moveId } from "./rules/arrange-resources.ts"
import { changeStatusPage } from "./change-page.ts"
import { findGroup } from "./find-status-page.ts"
import { position } from "./move-resource.ts"
import { readPlaces, writeGroupPlaces, writePlaces } from "./page-place.ts"

const input = changesOfRow({ name, position, isCollapsed: z.boolean() })

/** Renames, moves or folds a group together with its resources. */
export async function updateGroup(ctx: Context, values: z.input<typeof input>) {
  const { id, name, position, isCollapsed } = parse(input, values)
  const { page } = await findGroup(ctx, id)
  return changeStatusPage(ctx, page, async (tx) => {
    const data = given({ name, isCollapsed })
    if (Object.keys(data).length > 0) {
      await tx.db.statusPageGroup.updateMany({ where: { id }, data })
    }
    if (position !== undefined) {
      const { rows, groupIds } = await readPlaces(tx, page.id)
      const moved = moveId(groupIds, id, position)
      await writeGroupPlaces(tx, moved)
      await writePlaces(tx, arrange(rows, moved))
    }
    const group = await tx.db.statusPageGroup.findUnique({ where: { id } })
    if (group === null) throw notFound("status page group")
    return {
      action: "status_page.group_updated",
      changes: { groupId: id, ...given({ name, position, isCollapsed }) },
      result: group,
    }
  })
}
