import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"

/** @throws {DomainError} not_found, and what `access.require` throws. */
export async function findReportSchedule(ctx: Context, scheduleId: string) {
  const where = { id: parse(id, scheduleId) }
  const found = await ctx.database.prisma.reportSchedule.findUnique({
    where,
    include: { label: { select: { name: true } }, statusPage: { select: { name: true } } },
  })
  await ctx.access.require(found?.projectId ?? where.id, "project:write", "report")
  if (found === null) throw notFound("report")
  return { ...found, scopeName: found.label?.name ?? found.statusPage?.name ?? "All monitors" }
}
