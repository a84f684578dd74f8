import { z } from "zod"
import type { Context } from "../../kernel/context.ts"
import { invalid } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { announceMonitors } from "./announce-monitor.ts"
import type { MonitorSelection } from "./change-monitors.ts"
import { changeMonitors, idsOf } from "./change-monitors.ts"

const input = z.object({ policyId: id.nullable() })

/**
 * Names the on-call policy of monitors; null for the project's default. Returns those it changed.
 * @throws {DomainError} validation_failed for a policy of another project.
 */
export async function setPolicyOfMonitors(
  ctx: Context,
  selection: MonitorSelection,
  wanted: string | null,
) {
  const { policyId } = parse(input, { policyId: wanted })
  return changeMonitors(ctx, selection, async (tx, { monitors, projectId, at }) => {
    if (policyId !== null) {
      const found = await tx.db.onCallPolicy.count({ where: { id: policyId, projectId } })
      if (found === 0) throw invalid("#/policyId", "must be an on-call policy of the project")
    }
    const moved = monitors.filter((monitor) => monitor.policyId !== policyId)
    const before = new Map(moved.map((monitor) => [monitor.id, monitor.policyId]))
    await tx.query({
      name: "set-policy-of-monitors",
      text: "update monitor set policy_id = $2::uuid, updated_at = $3::timestamptz where id = any($1::uuid[])",
      values: [idsOf(moved), policyId, at],
    })
    await announceMonitors(tx, ctx.actor, moved, {
      action: "monitor.updated",
      event: "monitor.updated",
      changes: (monitorId) => ({
        policyId: { from: before.get(monitorId) ?? null, to: policyId },
      }),
    })
    if (moved.length > 0) tx.publish("on_call.changed", { projectId })
    return moved
  })
}
