import { z } from "zod"
import { createMonitorGuard } from "../../../platform/guard.ts"
import type { Context } from "../../kernel/context.ts"
import { id, parse } from "../../kernel/input.ts"
import { readsTelemetry } from "../../kernel/reads-telemetry.ts"
import { createMissingLabels } from "../../workspace/label/create-missing.ts"
import { checkLimit, monitorLimit } from "../../workspace/project/rules/project-limits.ts"
import { lockProject } from "../../workspace/project/lock-project.ts"
import { transact } from "../../kernel/transaction.ts"
import { readDocument } from "./config-document.ts"
import { lockLabels } from "./lock-labels.ts"
import { importResult, type ImportResult } from "./rules/import-result.ts"
import { planImport } from "./plan-import.ts"
import { readPresent } from "./present-plan.ts"
import { readEntry, withoutTelemetry } from "./read-entry.ts"
import { writeNew } from "./write-new.ts"

const input = z.object({
  projectId: id,
  dryRun: z.boolean({ error: "must be true or false" }).default(false),
  createLabels: z.boolean({ error: "must be true or false" }).default(false),
})

type Given = {
  projectId: string
  document?: unknown
  dryRun?: boolean | null | undefined
  /** Whether labels that the project does not have are created with the monitors that name them. */
  createLabels?: boolean | null | undefined
}

/**
 * Creates the monitors of a document that the project does not have. A dry run only returns the result. Concurrent
 * imports are serialized.
 * @throws {DomainError} validation_failed if the document itself is invalid; plan_limit_exceeded if the new
 * monitors would exceed the limit, and then nothing is created.
 */
export async function importMonitors(ctx: Context, given: Given): Promise<ImportResult> {
  const { projectId, dryRun, createLabels } = parse(input, {
    ...given,
    dryRun: given.dryRun ?? undefined,
    createLabels: given.createLabels ?? undefined,
  })
  await ctx.access.require(projectId, "monitors:write")
  const guard = createMonitorGuard(ctx.env)
  const mayTelemetry = await readsTelemetry(ctx, projectId)
  const readings = readDocument(given.document)
    .map((raw) => readEntry(raw, guard))
    .map((one) => (mayTelemetry ? one : withoutTelemetry(one)))
  return transact(ctx, async (tx) => {
    const { plan } = await lockProject(tx, projectId)
    const present = await readPresent(tx.db, projectId)
    const steps = planImport(readings, present)
    const news = steps.filter((step) => step.outcome === "create")
    if (news.length > 0) {
      checkLimit("monitors", monitorLimit(plan), present.length, news.length)
    }
    const names = news.flatMap(({ entry }) => entry.labels)
    const existing = await lockLabels(tx, projectId, names)
    const missing = createLabels ? [...new Set(names)].filter((name) => !existing.has(name)) : []
    const created = dryRun
      ? new Map(missing.map((name) => [name, ""]))
      : await createMissingLabels(tx, ctx, projectId, missing)
    const labels = new Map([...existing, ...created])
    const refused = dryRun
      ? new Map<string, string>()
      : await writeNew(tx, ctx, projectId, news, labels)
    const createdLabels = [...created.keys()]
    return importResult({ readings, steps, labels, createdLabels, refused, dryRun })
  })
}
