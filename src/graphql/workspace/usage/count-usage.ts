import type { Allowance, Reading } from "../../../platform/meter/meter.ts"
import type { Services } from "../../../platform/services.ts"
import type { Actor } from "../../kernel/access.ts"
import { requestAllowance } from "../project/rules/project-limits.ts"

/** Usage of a project's API limits after a request. */
export type Counted = { reading: Reading; allowance: Allowance }

type KeyActor = Extract<Actor, { kind: "key" }>

/** Counts one request by key against its project's minute and month. */
export async function countRequest(
  { meter }: Pick<Services, "meter">,
  { projectId, plan }: KeyActor,
): Promise<Counted> {
  const allowance = requestAllowance(plan)
  return { allowance, reading: await meter.count(projectId, allowance) }
}

/** Usage of a key's project, without counting a request. */
export async function readCounted(
  { meter }: Pick<Services, "meter">,
  { projectId, plan }: KeyActor,
): Promise<Counted> {
  const allowance = requestAllowance(plan)
  return { allowance, reading: await meter.read(projectId, allowance) }
}
