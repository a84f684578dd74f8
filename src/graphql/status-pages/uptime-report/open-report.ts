import { z } from "zod"
import type { Context } from "../../kernel/context.ts"
import { invalid } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { readReport, type UptimeReport } from "./read-report.ts"
import { requireReport } from "./require-report.ts"
import { reportMonth } from "./rules/report-month.ts"

const input = z.object({
  projectId: id,
  month: reportMonth,
  labelId: id.nullish(),
  statusPageId: id.nullish(),
})

/** @throws {DomainError} not_found, validation_failed, and what `access.require` throws. */
export async function openReport(
  ctx: Context,
  given: z.input<typeof input>,
): Promise<UptimeReport> {
  const { projectId, month, labelId = null, statusPageId = null } = parse(input, given)
  await requireReport(ctx, projectId, { statusPageId })
  if (labelId !== null && statusPageId !== null) {
    throw invalid("#/statusPageId", "must be omitted if labelId is set")
  }
  return readReport(ctx, projectId, month, { labelId, statusPageId })
}
