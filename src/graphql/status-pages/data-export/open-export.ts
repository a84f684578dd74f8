import { z } from "zod"
import type { Context } from "../../kernel/context.ts"
import { id, parse } from "../../kernel/input.ts"
import { transactSql } from "../../kernel/transaction.ts"
import { timeZone } from "../../on-call/on-call-fields.ts"
import { recordAudit } from "../../workspace/audit/record-audit.ts"
import { exports, type ExportName } from "./exports.ts"
import { writeRows, type Format } from "./write-rows.ts"

const input = z.object({ projectId: id, timeZone: timeZone.nullish() })

type Wanted = {
  projectId: string
  name: ExportName
  format: Format
  filter: unknown
  /** Adds each time in this zone. */
  timeZone?: string | null
}

/**
 * Exports rows of a project, page by page; the export is audited.
 *
 * @throws {DomainError} validation_failed, and what `access.require` throws.
 */
export async function openExport(
  ctx: Context,
  { name, format, filter, ...given }: Wanted,
): Promise<AsyncGenerator<string>> {
  const { projectId, timeZone } = parse(input, given)
  const kind = exports[name]
  for (const permission of kind.permissions) {
    await ctx.access.require(projectId, permission, "project", "within")
  }
  const limit = await ctx.access.limit(projectId)
  const permissions = await ctx.access.permissions(projectId)
  const rows = kind.open({ ...ctx, projectId, limit, permissions }, filter ?? {})
  await transactSql(ctx, (tx) =>
    recordAudit(tx, ctx.actor, "project.exported", { projectId }, { rows: name, format }),
  )
  return writeRows(kind, rows, format, timeZone ?? null)
}
