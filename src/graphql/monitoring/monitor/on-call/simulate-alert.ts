import type { Urgency } from "../../../on-call/contact/rules/recipients.ts"
import type { Context } from "../../../kernel/context.ts"
import { simulatePolicy, type Simulation } from "../../../on-call/policy/simulate-policy.ts"
import { findMonitor } from "../find-monitor.ts"

/** Who would be paged when, and why, by an alert of this monitor that nobody acknowledges. */
export const simulateAlert = async (
  ctx: Context,
  monitorId: string,
  at: Date,
  urgency: Urgency,
): Promise<Simulation> =>
  simulatePolicy(ctx, await findMonitor(ctx, monitorId, "on_call:read"), at, urgency)
