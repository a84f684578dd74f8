import { z } from "zod"
import type { Slo } from "../../../prisma/generated/client.ts"
import type { Prisma } from "../../platform/postgres.ts"
import type { Context } from "../kernel/context.ts"
import { given as present, parse } from "../kernel/input.ts"
import type { Transaction } from "../kernel/transaction.ts"
import { requireMonitors } from "../maintenance/window/maintenance-monitors.ts"
import { followPolicies, lockPaging } from "../on-call/policy/follow-policies.ts"
import { requirePolicy } from "../on-call/policy/require-policy.ts"
import { recordAudit } from "../workspace/audit/record-audit.ts"
import { changeSlo } from "./change-slo.ts"
import { sloInput } from "./slo-input.ts"

const changes = z.object({
  name: z.unknown(),
  description: z.unknown(),
  policyId: z.unknown(),
  targetPercent: z.unknown(),
  windowDays: z.unknown(),
  monitorIds: z.unknown(),
  service: z.unknown(),
  latencyMs: z.unknown(),
  fastFactor: z.unknown(),
  slowFactor: z.unknown(),
})
type SloChanges = Partial<z.input<typeof changes>>

const objectives = [
  "targetPercent",
  "windowDays",
  "service",
  "latencyMs",
  "fastFactor",
  "slowFactor",
] as const

const compared = ["name", "description", "policyId", ...objectives] as const

/**
 * Changes an SLO; what is not given stays, and the indicator cannot change. Open alerts stay until an evaluation with
 * the new settings resolves them.
 *
 * @throws {DomainError} validation_failed, for the whole SLO as it would be.
 */
export function updateSlo(ctx: Context, id: string, given: SloChanges) {
  return changeSlo(ctx, id, async (tx, before) => {
    const old = await tx.db.sloMonitor.findMany({ where: { sloId: before.id } })
    const oldIds = old.map(({ monitorId }) => monitorId)
    const { projectId, monitorIds, indicator, ...data } = parse(sloInput, {
      ...before,
      monitorIds: oldIds,
      ...present(given),
    })
    await requireMonitors(tx, { projectId, limit: null }, monitorIds)
    // Its status under other targets would tell what the service's telemetry says.
    const isMeasuredOtherwise = objectives.some((member) => data[member] !== before[member])
    if (indicator === "service" && isMeasuredOtherwise) {
      await ctx.access.require(projectId, "telemetry:read", "SLO")
    }
    if (data.policyId !== before.policyId) await requirePolicy(tx, projectId, data.policyId)
    await replaceMonitors(tx, before.id, { before: oldIds, after: monitorIds })
    const isOther = data.service !== before.service || data.latencyMs !== before.latencyMs
    if (isOther) await tx.db.sloHour.deleteMany({ where: { sloId: before.id } })
    const paging = data.policyId === before.policyId ? null : await lockPaging(tx, projectId)
    const slo = await tx.db.slo.update({
      where: { id: before.id },
      data: {
        ...present(data),
        indicator,
        dueAt: new Date(),
        ...(isOther ? { hoursFrom: null, hoursUntil: null } : {}),
      },
    })
    if (paging !== null) await followPolicies(tx, paging)
    await recordAudit(
      tx,
      ctx.actor,
      "slo.updated",
      slo,
      differences(before, slo, { before: oldIds, after: monitorIds }),
    )
    return slo
  })
}

type Replaced = { before: string[]; after: string[] }

async function replaceMonitors(tx: Transaction, sloId: string, { before, after }: Replaced) {
  await tx.db.sloMonitor.deleteMany({ where: { sloId, monitorId: { notIn: after } } })
  const added = after.filter((id) => !before.includes(id))
  await tx.db.sloMonitor.createMany({ data: added.map((monitorId) => ({ sloId, monitorId })) })
}

function differences(from: Slo, to: Slo, monitors: Replaced): Prisma.InputJsonObject {
  const changed = compared.filter((member) => from[member] !== to[member])
  const isSame = monitors.before.toSorted().join() === monitors.after.toSorted().join()
  return {
    ...Object.fromEntries(
      changed.map((member) => [member, { from: from[member], to: to[member] }]),
    ),
    ...(isSame ? {} : { monitorIds: { from: monitors.before, to: monitors.after } }),
  }
}
