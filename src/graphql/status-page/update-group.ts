import { z } from "zod"
import type { Context } from "../context.ts"
import { notFound } from "../errors.ts"
import { given, id, name, parse } from "../input.ts"
import { arrange, moveId } from "./arrange.ts"
import { changeStatusPage } from "./change.ts"
import { findGroup } from "./find.ts"
import { position } from "./move-resource.ts"
import { readPlaces, writeGroupPlaces, writePlaces } from "./place.ts"

const input = z
  .object({ id, name: name.optional(), position: position.optional() })
  .refine((values) => Object.keys(given(values)).length > 1, {
    error: "must give at least one of name and position",
  })

/** Renames a group or puts it elsewhere; what stands in it goes with it. */
export async function updateGroup(ctx: Context, values: z.input<typeof input>) {
  const { id, name, position } = parse(input, values)
  const { page } = await findGroup(ctx, id)
  return changeStatusPage(ctx, page, async (tx) => {
    if (name !== undefined) {
      await tx.db.statusPageGroup.updateMany({ where: { id }, data: { name } })
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
      changes: { groupId: id, ...given({ name, position }) },
      result: group,
    }
  })
}
