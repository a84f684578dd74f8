import { countAnew } from "../check/count-anew.ts"
import type { Context } from "../context.ts"
import { announceMonitor } from "./announce.ts"
import { changeMonitor } from "./change.ts"
import { changedColumns } from "./columns.ts"
import { diffMonitor, isOtherTarget } from "./diff.ts"
import type { MonitorInput } from "./draft.ts"
import { readDraft } from "./draft.ts"
import { findLabels, setLabels } from "./labels.ts"
import { checkParent } from "./tree.ts"

/**
 * Changes what is given: absent leaves a field as it is, null puts its default back. The kind stays. The
 * monitor keeps its status; where it now has another target it is looked at at once, and counted anew.
 */
export async function updateMonitor(ctx: Context, monitorId: string, given: MonitorInput) {
  return changeMonitor(ctx, monitorId, async (tx, before, at) => {
    const draft = readDraft(before.kind, given, false)
    const { values, cleared } = draft
    const { id, projectId } = before
    const columns = changedColumns(before, draft, ctx.vault)
    const changes = diffMonitor(before, columns)
    const parentId = values.parentId ?? (cleared.has("parentId") ? null : before.parentId)
    if (parentId !== before.parentId) {
      if (parentId !== null) await checkParent(tx, projectId, id, parentId)
      changes["parentId"] = { from: before.parentId, to: parentId }
    }
    const isBare = cleared.has("labels") || cleared.has("labelIds")
    const labelIds = (await findLabels(tx, projectId, values)) ?? (isBare ? [] : null)
    if (labelIds !== null) {
      const worn = await tx.db.monitorLabel.findMany({ where: { monitorId: id } })
      await setLabels(tx, id, labelIds)
      const before = worn.map((one) => one.labelId).toSorted(byText)
      const after = labelIds.toSorted(byText)
      if (before.join() !== after.join()) changes["labelIds"] = { from: before, to: after }
    }
    if (Object.keys(changes).length === 0) return before
    const isOther = isOtherTarget(changes)
    const monitor = await tx.db.monitor.update({
      where: { id },
      data: {
        ...columns,
        parentId,
        ...(isOther ? { checkRequestedAt: at } : {}),
        updatedAt: at,
      },
    })
    if (isOther) await countAnew(tx, id, at)
    await announceMonitor(tx, ctx.actor, monitor, {
      action: "monitor.updated",
      event: "monitor.updated",
      changes,
    })
    return monitor
  })
}

const byText = (a: string, b: string) => a.localeCompare(b)
