import type { Finding } from "../../../findings/finding.ts"
import type { Context } from "../../kernel/context.ts"
import { reader } from "../../kernel/transaction.ts"
import { readBrokenKinds } from "../../delivery/channel/read-broken-kinds.ts"
import { readPlan, type Plan } from "./read-plan.ts"
import { explainUnreached } from "./rules/on-call-words.ts"
import { pagesAdmins, warningsOf, type Warning } from "./rules/readiness.ts"
import { unreachedOf } from "./rules/unreached.ts"

export type Readiness = { plan: Plan; until: Date; warnings: Warning[] }

const lookAheadMs = 14 * 86_400_000

/** Check that every alert in the next 14 days would reach somebody. */
export async function checkReadiness(ctx: Context, projectId: string): Promise<Readiness> {
  const from = ctx.clock.now()
  const until = new Date(from.getTime() + lookAheadMs)
  const { plan, unpaged, broken } = await readFacts(ctx, projectId, from, until)
  const warnings = warningsOf(plan.policies, unpaged, from, until, plan, broken)
  return { plan, until, warnings }
}

/** Check only that messages can be sent to everybody who should be paged now. @returns null if they can. */
export async function checkReach(ctx: Context, projectId: string): Promise<Finding | null> {
  const now = ctx.clock.now()
  const { plan, unpaged, broken } = await readFacts(ctx, projectId, now, now)
  const isByAdmins = pagesAdmins(plan.policies, unpaged)
  const unreached = unreachedOf(plan.policies, isByAdmins, plan, broken)
  return unreached && explainUnreached(unreached, broken, plan.names)
}

async function readFacts(ctx: Context, projectId: string, from: Date, until: Date) {
  await ctx.access.require(projectId, "on_call:read")
  const { prisma } = ctx.database
  const [plan, bare, defaults, broken] = await Promise.all([
    readPlan(reader(ctx), { projectId, from, until }),
    prisma.monitor.count({ where: { projectId, deletedAt: null, policyId: null } }),
    prisma.onCallPolicy.count({ where: { projectId, isDefault: true } }),
    readBrokenKinds(ctx),
  ])
  return { plan, unpaged: defaults === 0 ? bare : 0, broken }
}
