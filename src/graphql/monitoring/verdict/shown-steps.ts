import type { Context } from "../../kernel/context.ts"
import { readsTelemetry } from "../../kernel/reads-telemetry.ts"
import { readSteps, withMeasured, withoutParent, type VerdictStep } from "./rules/verdict-steps.ts"

/**
 * The stored steps of a verdict: with the values of telemetry for readers of telemetry, and for limited access without
 * the name of a parent monitor, which it may not see.
 */
export async function shownSteps(
  ctx: Pick<Context, "access">,
  projectId: string,
  stored: unknown,
): Promise<VerdictStep[]> {
  const steps = readSteps(stored)
  if ((await ctx.access.limit(projectId)) !== null) return withoutParent(steps)
  return (await readsTelemetry(ctx, projectId)) ? withMeasured(steps) : steps
}
