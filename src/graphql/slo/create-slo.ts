import { newId } from "../../platform/id.ts"
import type { Context } from "../kernel/context.ts"
import { conflict } from "../kernel/errors.ts"
import { parse } from "../kernel/input.ts"
import { transact } from "../kernel/transaction.ts"
import { requireMonitors } from "../maintenance/window/maintenance-monitors.ts"
import { requirePolicy } from "../on-call/policy/require-policy.ts"
import { recordAudit } from "../workspace/audit/record-audit.ts"
import { lockProject } from "../workspace/project/lock-project.ts"
import { checkLimit, sloLimit } from "../workspace/project/rules/project-limits.ts"
import { defaultFactor } from "./rules/burn-pairs.ts"
import { sloInput, type SloInput } from "./slo-input.ts"

/** Each is evaluated once a minute. */
const mostSlos = 200

/**
 * Creates an SLO, which is evaluated within seconds. A factor that is not given gets its default for the window; null
 * raises no alert.
 *
 * @throws {DomainError} validation_failed; plan_limit_exceeded, and conflict beyond 200 SLOs.
 */
export async function createSlo(ctx: Context, given: SloInput) {
  const { projectId, monitorIds, fastFactor, slowFactor, ...data } = parse(sloInput, given)
  await ctx.access.require(projectId, "monitors:write")
  if (data.indicator === "service") await ctx.access.require(projectId, "telemetry:read")
  return transact(ctx, async (tx) => {
    const { plan } = await lockProject(tx, projectId)
    const present = await tx.db.slo.count({ where: { projectId } })
    checkLimit("SLOs", sloLimit(plan), present)
    if (present >= mostSlos) {
      throw conflict(`A project can have at most ${mostSlos} SLOs. Delete one first.`)
    }
    await requireMonitors(tx, { projectId, limit: null }, monitorIds)
    await requirePolicy(tx, projectId, data.policyId)
    const { windowDays, targetPercent } = data
    const slo = await tx.db.slo.create({
      data: {
        id: newId(),
        projectId,
        ...data,
        fastFactor:
          fastFactor === undefined ? defaultFactor("fast", windowDays, targetPercent) : fastFactor,
        slowFactor:
          slowFactor === undefined ? defaultFactor("slow", windowDays, targetPercent) : slowFactor,
        monitors: { create: monitorIds.map((monitorId) => ({ monitorId })) },
      },
    })
    await recordAudit(tx, ctx.actor, "slo.created", slo)
    tx.publish("slo.changed", { projectId, sloId: slo.id })
    return slo
  })
}
