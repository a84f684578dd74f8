import type { Context } from "../../kernel/context.ts"
import { transactSql } from "../../kernel/transaction.ts"
import { printLines, readLines, type Range } from "./read-lines.ts"
import { recordAudit } from "./record-audit.ts"

/**
 * Exports a project's entries of a range as JSON lines, page by page; the export is an entry of its own.
 *
 * @throws {DomainError} insufficient_scope without audit:read.
 */
export async function exportEntries(
  ctx: Context,
  projectId: string,
  { from = null, to = null }: Range,
): Promise<AsyncGenerator<string>> {
  await ctx.access.require(projectId, "audit:read")
  await transactSql(ctx, (tx) =>
    recordAudit(
      tx,
      ctx.actor,
      "audit_log.exported",
      { projectId },
      { from: from?.toISOString() ?? null, to: to?.toISOString() ?? null },
    ),
  )
  return printed(readLines(ctx, projectId, { from, to }))
}

async function* printed(pages: ReturnType<typeof readLines>): AsyncGenerator<string> {
  for await (const lines of pages) yield printLines(lines)
}
