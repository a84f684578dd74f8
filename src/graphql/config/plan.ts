import { z } from "zod"
import type { Context } from "../context.ts"
import { id, parse } from "../input.ts"
import { checkLimit, monitorLimit } from "../project/limits.ts"
import { lockProject } from "../project/lock.ts"
import type { Transaction } from "../transaction.ts"
import { transact } from "../transaction.ts"
import { readDocument } from "./document.ts"
import { holdLabels } from "./hold-labels.ts"
import { readPresent } from "./present.ts"
import type { Reading } from "./read-entry.ts"
import { readEntry } from "./read-entry.ts"
import type { Plan } from "./steps.ts"
import { planSteps } from "./steps.ts"

const input = z.object({ projectId: id, prune: z.boolean() })

export type Wish = {
  projectId: string
  document: unknown
  /** Whether monitors that are not in the document shall go. */
  prune: boolean
}
type ReadWish = { projectId: string; prune: boolean; readings: Reading[] }

/**
 * What it takes to make the monitors of a project what a document says; a member that an entry does not have
 * means its default. Nothing is written.
 *
 * @throws {DomainError} validation_failed with a pointer to each entry that cannot be followed;
 *   plan_limit_exceeded.
 */
export async function planMonitors(ctx: Context, wish: Wish): Promise<Plan> {
  const read = await readWish(ctx, wish)
  return transact(ctx, async (tx) => (await planWithin(tx, ctx, read)).plan)
}

export async function readWish(ctx: Context, { document, ...rest }: Wish): Promise<ReadWish> {
  const { projectId, prune } = parse(input, rest)
  await ctx.access.require(projectId, "monitors:write")
  return { projectId, prune, readings: readDocument(document).map(readEntry) }
}

/** The plan as it is now, which holds until the transaction ends, with the project's labels by name. */
export async function planWithin(
  tx: Transaction,
  { vault }: Pick<Context, "vault">,
  { projectId, prune, readings }: ReadWish,
): Promise<{ plan: Plan; labels: Map<string, string> }> {
  const { plan: tariff } = await lockProject(tx, projectId)
  const present = await readPresent(tx.db, projectId)
  const names = readings.flatMap(({ result }) => result.entry?.labels ?? [])
  const labels = await holdLabels(tx, projectId, names)
  const plan = planSteps({ readings, present, labels, prune }, vault)
  const count = (action: string) => plan.steps.filter((step) => step.action === action).length
  const added = count("add")
  if (added > 0) {
    checkLimit("monitors", monitorLimit(tariff), present.length - count("remove"), added)
  }
  return { plan, labels }
}
