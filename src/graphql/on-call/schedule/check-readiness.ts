import type { Context } from "../../kernel/context.ts"
import { reader } from "../../kernel/transaction.ts"
import { readPlan, type Plan } from "./read-plan.ts"
import { warningsOf, type Warning } from "./rules/readiness.ts"

export type Readiness = { plan: Plan; until: Date; warnings: Warning[] }

const lookAheadMs = 14 * 86_400_000

/** Check that every alert in the next 14 days would reach somebody. */
export async function checkReadiness(ctx: Context, projectId: string): Promise<Readiness> {
  await ctx.access.require(projectId, "on_call:read")
  const { prisma } = ctx.database
  const from = ctx.clock.now()
  const until = new Date(from.getTime() + lookAheadMs)
  const [plan, bare, defaults] = await Promise.all([
    readPlan(reader(ctx), { projectId, from, until }),
    prisma.monitor.count({ where: { projectId, deletedAt: null, policyId: null } }),
    prisma.onCallPolicy.count({ where: { projectId, isDefault: true } }),
  ])
  const warnings = warningsOf(plan.policies, defaults === 0 ? bare : 0, from, until, plan)
  return { plan, until, warnings }
}
