import { createMonitorGuard } from "../../../../platform/guard.ts"
import { restartCount } from "../../check/restart-count.ts"
import type { Context } from "../../../kernel/context.ts"
import { announceMonitor } from "../announce-monitor.ts"
import { changeMonitor } from "../change-monitor.ts"
import { changedColumns } from "../rules/monitor-columns.ts"
import { diffMonitor, isOtherTarget } from "./monitor-diff.ts"
import { readDraft, type MonitorInput } from "./monitor-draft.ts"
import { findLabels, keepWithin, setLabels } from "./monitor-labels.ts"
import { requireTelemetry } from "./require-telemetry.ts"
import { requireReachable } from "./reachable.ts"
import { readSettings } from "../rules/read-target.ts"
import { checkParent } from "./monitor-tree.ts"

/**
 * Updates the given fields: undefined leaves a field unchanged, null restores its default. The kind cannot change.
 * The monitor keeps its status; with a new target it is checked immediately and its counts restart.
 */
export async function updateMonitor(ctx: Context, monitorId: string, given: MonitorInput) {
  return changeMonitor(ctx, monitorId, async (tx, before, at) => {
    const draft = readDraft(before.kind, given, false)
    const { values, cleared } = draft
    const { id, projectId } = before
    const limit = await ctx.access.limit(projectId)
    const columns = changedColumns(before, draft, ctx.vault)
    const changes = diffMonitor(before, columns)
    await requireTelemetry(ctx, projectId, changes)
    if (isMoved(changes)) {
      const { url, host, settings } = { ...before, ...columns }
      const place = { url, host, resolver: readSettings(settings).resolver }
      requireReachable(place, createMonitorGuard(ctx.env))
    }
    const parentId = values.parentId ?? (cleared.has("parentId") ? null : before.parentId)
    if (parentId !== before.parentId) {
      if (parentId !== null) await checkParent(tx, { projectId, limit }, id, parentId)
      changes["parentId"] = { from: before.parentId, to: parentId }
    }
    const isBare = cleared.has("labels") || cleared.has("labelIds")
    const isLabeled = isBare || values.labels !== undefined || values.labelIds !== undefined
    if (isLabeled) {
      const worn = await tx.db.monitorLabel.findMany({ where: { monitorId: id } })
      const before = worn.map((one) => one.labelId).toSorted(byText)
      const usable = limit === null ? null : [...limit, ...before]
      const labelIds = (await findLabels(tx, projectId, values, usable)) ?? []
      keepWithin(limit, before, labelIds)
      await setLabels(tx, id, labelIds)
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
    if (isOther) await restartCount(tx, id, at)
    await announceMonitor(tx, ctx.actor, monitor, {
      action: "monitor.updated",
      event: "monitor.updated",
      changes,
    })
    return monitor
  })
}

/** A target that was allowed at creation may stay while other fields change. */
const isMoved = (changes: Record<string, unknown>): boolean =>
  ["url", "host", "resolver"].some((field) => field in changes)

const byText = (a: string, b: string) => a.localeCompare(b)
