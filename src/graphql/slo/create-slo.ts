import { newId } from "../../platform/id.ts"
import type { Context } from "../kernel/context.ts"
import { conflict, invalid } from "../kernel/errors.ts"
import { parse } from "../kernel/input.ts"
import { transact, type Transaction } from "../kernel/transaction.ts"
import { requireMonitors } from "../maintenance/window/maintenance-monitors.ts"
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

/** @throws {DomainError} validation_failed for a policy that the project does not have. */
export async function requirePolicy(
  { db }: Transaction,
  projectId: string,
  policyId: string | null,
): Promise<void> {
  if (policyId === null) return
  const found = await db.onCallPolicy.count({ where: { id: policyId, projectId } })
  if (found === 0) throw invalid("#/policyId", "must be an on-call policy of the project")
}
