import { z } from "zod"
import type { Context } from "../../../kernel/context.ts"
import { invalid } from "../../../kernel/errors.ts"
import { id, parse } from "../../../kernel/input.ts"
import { followPolicies, lockPaging } from "../../../on-call/policy/follow-policies.ts"
import { announceMonitor } from "../announce-monitor.ts"
import { changeMonitor } from "../change-monitor.ts"

const input = z.object({ policyId: id.nullable() })

/**
 * Names the policy that a monitor's alerts go by; null for the project's default.
 *
 * @throws {DomainError} validation_failed for a policy that the monitor's project does not have.
 */
export async function setMonitorPolicy(ctx: Context, monitorId: string, wanted: string | null) {
  const { policyId } = parse(input, { policyId: wanted })
  return changeMonitor(ctx, monitorId, async (tx, before, at) => {
    const { id, projectId } = before
    if (policyId === before.policyId) return before
    if (policyId !== null) {
      const found = await tx.db.onCallPolicy.count({ where: { id: policyId, projectId } })
      if (found === 0) throw invalid("#/policyId", "must be an on-call policy of the project")
    }
    const data = { policyId, updatedAt: at }
    const paging = await lockPaging(tx, projectId)
    const monitor = await tx.db.monitor.update({ where: { id }, data })
    await followPolicies(tx, paging)
    await announceMonitor(tx, ctx.actor, monitor, {
      action: "monitor.updated",
      event: "monitor.updated",
      changes: { policyId: { from: before.policyId, to: policyId } },
    })
    tx.publish("on_call.changed", { projectId })
    return monitor
  })
}
