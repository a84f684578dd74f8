import type { Allowance, Reading } from "../../meter/meter.ts"
import type { Services } from "../../services.ts"
import type { Actor } from "../access.ts"
import { requestAllowance } from "../project/limits.ts"

/** What a request by key used, of what its project may use. */
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

/** Where the project of a key stands, without counting. */
export async function readCounted(
  { meter }: Pick<Services, "meter">,
  { projectId, plan }: KeyActor,
): Promise<Counted> {
  const allowance = requestAllowance(plan)
  return { allowance, reading: await meter.read(projectId, allowance) }
}
