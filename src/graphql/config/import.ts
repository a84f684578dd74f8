import { z } from "zod"
import type { Context } from "../context.ts"
import { id, parse } from "../input.ts"
import { checkLimit, monitorLimit } from "../project/limits.ts"
import { lockProject } from "../project/lock.ts"
import { transact } from "../transaction.ts"
import { readDocument } from "./document.ts"
import { holdLabels } from "./hold-labels.ts"
import type { ImportResult } from "./import-result.ts"
import { importResult } from "./import-result.ts"
import { planImport } from "./plan-import.ts"
import { readPresent } from "./present.ts"
import { readEntry } from "./read-entry.ts"
import { writeNew } from "./write-new.ts"

const input = z.object({
  projectId: id,
  dryRun: z.boolean({ error: "must be true or false" }).default(false),
})

type Given = { projectId: string; document?: unknown; dryRun?: boolean | null | undefined }

/**
 * Makes the monitors of a document that the project does not have, each as the create wizard would; a dry run
 * answers what would be done. Two imports at once stand in line.
 *
 * @throws {DomainError} validation_failed where the document itself is wrong; plan_limit_exceeded where its new
 *   monitors pass the limit, with nothing made.
 */
export async function importMonitors(ctx: Context, given: Given): Promise<ImportResult> {
  const { projectId, dryRun } = parse(input, { ...given, dryRun: given.dryRun ?? undefined })
  await ctx.access.require(projectId, "monitors:write")
  const readings = readDocument(given.document).map(readEntry)
  return transact(ctx, async (tx) => {
    const { plan } = await lockProject(tx, projectId)
    const present = await readPresent(tx.db, projectId)
    const steps = planImport(readings, present)
    const news = steps.filter((step) => step.outcome === "create")
    if (news.length > 0) {
      checkLimit("monitors", monitorLimit(plan), present.length, news.length)
    }
    const labels = await holdLabels(
      tx,
      projectId,
      news.flatMap(({ entry }) => entry.labels),
    )
    const refused = dryRun
      ? new Map<string, string>()
      : await writeNew(tx, ctx, projectId, news, labels)
    return importResult({ readings, steps, labels, refused, dryRun })
  })
}
