import { z } from "zod"
import type { Context } from "../../../kernel/context.ts"
import { DomainError } from "../../../kernel/errors.ts"
import { id, parse } from "../../../kernel/input.ts"
import { announceMonitors } from "../announce-monitor.ts"
import { changeMonitors, idsOf, type MonitorSelection } from "../change-monitors.ts"
import { findLabels, keepWithin } from "./monitor-labels.ts"

const mostLabels = 50

const input = z.object({
  addIds: z.array(id).max(mostLabels, "must name at most 50 labels"),
  removeIds: z.array(id).max(mostLabels, "must name at most 50 labels"),
})

type Worn = { monitorId: string; labelIds: string[] }

/**
 * Adds labels to monitors and removes others. Returns the monitors whose labels changed.
 * @throws {DomainError} validation_failed for a label of another project, or above 50 labels of one monitor.
 */
export async function labelMonitors(
  ctx: Context,
  selection: MonitorSelection,
  given: z.input<typeof input>,
) {
  const { addIds, removeIds: unwanted } = parse(input, given)
  return changeMonitors(ctx, selection, async (tx, { monitors, projectId, at }) => {
    const limit = await ctx.access.limit(projectId)
    const added = (await findLabels(tx, projectId, { labelIds: addIds }, limit)) ?? []
    // As for labels of other projects, those beyond the limit are ignored.
    const removeIds = unwanted.filter((one) => limit?.includes(one) ?? true)
    const worn = await tx.query<Worn>({
      name: "labels-of-monitors",
      text: `select m.id as "monitorId", array(
               select label_id from monitor_label where monitor_id = m.id order by label_id) as "labelIds"
               from unnest($1::uuid[]) m (id)`,
      values: [idsOf(monitors)],
    })
    const removed = new Set(removeIds)
    const changes = new Map<string, { from: string[]; to: string[] }>()
    for (const { monitorId, labelIds: from } of worn) {
      const to = [...new Set([...from, ...added])].filter((one) => !removed.has(one)).toSorted()
      if (to.length > mostLabels) {
        throw new DomainError("validation_failed", "A monitor may have at most 50 labels.")
      }
      keepWithin(limit, from, to)
      if (to.join() !== from.join()) changes.set(monitorId, { from, to })
    }
    const changed = monitors.filter((monitor) => changes.has(monitor.id))
    await tx.query({
      name: "unlabel-monitors",
      text: "delete from monitor_label where monitor_id = any($1::uuid[]) and label_id = any($2::uuid[])",
      values: [idsOf(changed), removeIds],
    })
    await tx.query({
      name: "label-monitors",
      text: `insert into monitor_label (monitor_id, label_id)
             select m.id, l.id from unnest($1::uuid[]) m (id) cross join unnest($2::uuid[]) l (id)
                 on conflict do nothing`,
      values: [idsOf(changed), added.filter((one) => !removed.has(one))],
    })
    await tx.query({
      name: "touch-monitors",
      text: "update monitor set updated_at = $2::timestamptz where id = any($1::uuid[])",
      values: [idsOf(changed), at],
    })
    await announceMonitors(tx, ctx.actor, changed, {
      action: "monitor.updated",
      event: "monitor.updated",
      changes: (monitorId) => ({ labelIds: changes.get(monitorId) ?? { from: [], to: [] } }),
    })
    return changed
  })
}
