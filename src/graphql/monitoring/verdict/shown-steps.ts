import type { Context } from "../../kernel/context.ts"
import type { VerdictStep } from "./rules/verdict-steps.ts"
import { readSteps, withoutParent } from "./rules/verdict-steps.ts"

/** The stored steps of a verdict; limited access does not learn the name of a parent monitor, which it may not see. */
export async function shownSteps(
  { access }: Pick<Context, "access">,
  projectId: string,
  stored: unknown,
): Promise<VerdictStep[]> {
  const steps = readSteps(stored)
  return (await access.limit(projectId)) === null ? steps : withoutParent(steps)
}
