import { z } from "zod"
import type { Urgency } from "../contact/ways.ts"
import type { Context } from "../context.ts"
import { parse } from "../input.ts"
import { findMonitor } from "../monitor/find.ts"
import { reader } from "../transaction.ts"
import { moment } from "./fields.ts"
import type { Policy } from "./policy.ts"
import type { Plan } from "./read-plan.ts"
import { readPlan } from "./read-plan.ts"
import type { Step } from "./steps.ts"
import { stepsOf } from "./steps.ts"

const input = z.object({ at: moment })

export type Simulation = { plan: Plan; policy: Policy | null; isDefault: boolean; steps: Step[] }

/** Who would get an alert of this monitor, raised at a moment and acknowledged by nobody, when and why. */
export async function simulateAlert(
  ctx: Context,
  monitorId: string,
  when: Date,
  urgency: Urgency,
): Promise<Simulation> {
  const { at } = parse(input, { at: when })
  const { projectId, policyId } = await findMonitor(ctx, monitorId, "on_call:read")
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

/** Ten rounds of twenty rules that wait a day each, and a day between the rounds. */
const longestEscalationMs = 10 * 21 * 86_400_000
