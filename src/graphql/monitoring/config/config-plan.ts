import { z } from "zod"
import { createMonitorGuard } from "../../../platform/guard.ts"
import type { Context } from "../../kernel/context.ts"
import { id, parse } from "../../kernel/input.ts"
import { checkLimit, monitorLimit } from "../../workspace/project/rules/project-limits.ts"
import { lockProject } from "../../workspace/project/lock-project.ts"
import { transact, type Transaction } from "../../kernel/transaction.ts"
import { readDocument } from "./config-document.ts"
import { lockLabels } from "./lock-labels.ts"
import { requireTelemetry } from "../monitor/write/require-telemetry.ts"
import { readPresent } from "./present-plan.ts"
import { readEntry, type Reading } from "./read-entry.ts"
import { planSteps, type Plan } from "./config-steps.ts"

const input = z.object({ projectId: id, prune: z.boolean() })

export type WantedMonitors = {
  projectId: string
  document: unknown
  /** Whether to delete monitors that are not in the document. */
  prune: boolean
}
type ReadWanted = { projectId: string; prune: boolean; readings: Reading[] }

/**
 * Plans the changes that make a project's monitors match a document; omitted members mean their defaults. Writes
 * nothing.
 * @throws {DomainError} validation_failed with a pointer to each invalid entry; plan_limit_exceeded.
 */
export async function planMonitors(ctx: Context, wanted: WantedMonitors): Promise<Plan> {
  const read = await readWanted(ctx, wanted)
  return transact(ctx, async (tx) => (await planWithin(tx, ctx, read)).plan)
}

export async function readWanted(
  ctx: Context,
  { document, ...rest }: WantedMonitors,
): Promise<ReadWanted> {
  const { projectId, prune } = parse(input, rest)
  await ctx.access.require(projectId, "monitors:write")
  const guard = createMonitorGuard(ctx.env)
  const readings = readDocument(document).map((raw) => readEntry(raw, guard))
  return { projectId, prune, readings }
}

/** The plan, valid until the transaction ends, with the project's labels by name. */
export async function planWithin(
  tx: Transaction,
  { access, vault }: Pick<Context, "access" | "vault">,
  { projectId, prune, readings }: ReadWanted,
): Promise<{ plan: Plan; labels: Map<string, string> }> {
  const { plan: tariff } = await lockProject(tx, projectId)
  const present = await readPresent(tx.db, projectId)
  const names = readings.flatMap(({ result }) => result.entry?.labels ?? [])
  const labels = await lockLabels(tx, projectId, names)
  const plan = planSteps({ readings, present, labels, prune }, vault)
  for (const step of plan.steps) {
    if (step.action === "add")
      await requireTelemetry({ access }, projectId, step.entry.draft.values)
  }
  const count = (action: string) => plan.steps.filter((step) => step.action === action).length
  const added = count("add")
  if (added > 0) {
    checkLimit("monitors", monitorLimit(tariff), present.length - count("remove"), added)
  }
  return { plan, labels }
}
