import { z } from "zod"
import type { Urgency } from "../contact/rules/recipients.ts"
import type { Context } from "../../kernel/context.ts"
import { parse } from "../../kernel/input.ts"
import { reader } from "../../kernel/transaction.ts"
import { moment } from "../on-call-fields.ts"
import type { Policy } from "../schedule/rules/policy-limits.ts"
import { readPlan, type Plan } from "../schedule/read-plan.ts"
import { stepsOf, type Step } from "./rules/policy-steps.ts"

const input = z.object({ at: moment })

export type Simulation = { plan: Plan; policy: Policy | null; isDefault: boolean; steps: Step[] }

/** Simulate the escalation of an alert that nobody acknowledges. A null `policyId` means the project's default. */
export async function simulatePolicy(
  ctx: Context,
  { projectId, policyId }: { projectId: string; policyId: string | null },
  when: Date,
  urgency: Urgency,
): Promise<Simulation> {
  const { at } = parse(input, { at: when })
  const plan = await readPlan(reader(ctx), {
    projectId,
    from: at,
    until: new Date(at.getTime() + longestEscalationMs),
    policies: policyId === null ? "default" : { id: policyId },
  })
  const policy = plan.policies[0] ?? null
  const steps = stepsOf(policy, urgency, at, plan)
  return { plan, policy, isDefault: policyId === null && policy !== null, steps }
}

/** Ten rounds of twenty rules with a day's delay each, and a day between rounds. */
const longestEscalationMs = 10 * 21 * 86_400_000
