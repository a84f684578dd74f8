import { z } from "zod"
import type { Context } from "../../../kernel/context.ts"
import { invalid } from "../../../kernel/errors.ts"
import { id, parse } from "../../../kernel/input.ts"
import { followPolicies, lockPaging } from "../../../on-call/policy/follow-policies.ts"
import { announceMonitors } from "../announce-monitor.ts"
import { changeMonitors, idsOf, type MonitorSelection } from "../change-monitors.ts"

export type PolicyMove = {
  ids: string[]
  /** The changed monitors by the policy that they used before; null for the project's default. */
  previous: { policyId: string | null; ids: string[] }[]
}

const input = z.object({ policyId: id.nullable() })

/**
 * Names the on-call policy of monitors; null for the project's default. Returns those it changed and, by policy, which
 * used which before.
 * @throws {DomainError} validation_failed for a policy of another project.
 */
export async function setPolicyOfMonitors(
  ctx: Context,
  selection: MonitorSelection,
  wanted: string | null,
): Promise<PolicyMove> {
  const { policyId } = parse(input, { policyId: wanted })
  const previous = new Map<string | null, string[]>()
  const ids = await changeMonitors(ctx, selection, async (tx, { monitors, projectId, at }) => {
    if (policyId !== null) {
      const found = await tx.db.onCallPolicy.count({ where: { id: policyId, projectId } })
      if (found === 0) throw invalid("#/policyId", "must be an on-call policy of the project")
    }
    const moved = monitors.filter((monitor) => monitor.policyId !== policyId)
    const before = new Map(moved.map((monitor) => [monitor.id, monitor.policyId]))
    previous.clear()
    for (const [from, those] of Map.groupBy(moved, (monitor) => monitor.policyId)) {
      previous.set(from, idsOf(those))
    }
    const paging = await lockPaging(tx, projectId)
    await tx.query({
      name: "set-policy-of-monitors",
      text: "update monitor set policy_id = $2::uuid, updated_at = $3::timestamptz where id = any($1::uuid[])",
      values: [idsOf(moved), policyId, at],
    })
    await followPolicies(tx, paging)
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
  return { ids, previous: [...previous].map(([from, those]) => ({ policyId: from, ids: those })) }
}
