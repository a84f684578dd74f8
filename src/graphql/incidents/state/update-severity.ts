import { z } from "zod"
import { recordAudit } from "../../workspace/audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { invalid, notFound } from "../../kernel/errors.ts"
import { color, given, id, parse } from "../../kernel/input.ts"
import { lockProject } from "../../workspace/project/lock-project.ts"
import { transact } from "../../kernel/transaction.ts"
import { name, place } from "./rules/state-input.ts"

const input = z.object({
  id,
  name: name.optional(),
  color: color.optional(),
  rank: place.optional(),
})

/** Updates a severity; a built-in one cannot be renamed. */
export async function updateSeverity(ctx: Context, changes: z.input<typeof input>) {
  const { id: severityId, ...rest } = parse(input, changes)
  const data = given(rest)
  const where = { id: severityId }
  const found = await ctx.database.prisma.severity.findUnique({ where })
  await ctx.access.require(found?.projectId ?? where.id, "project:write", "severity")
  if (found === null) throw notFound("severity")
  const { projectId, subject } = found
  if (Object.keys(data).length === 0) throw invalid("#", "must change name, color or rank")
  return transact(ctx, async (tx) => {
    await lockProject(tx, projectId, "severity")
    const before = await tx.db.severity.findUnique({ where })
    if (before === null) throw notFound("severity")
    const name = data.name ?? before.name
    if (name !== before.name) {
      if (before.isBuiltIn) throw invalid("#/name", "of a built-in severity cannot change")
      const taken = await tx.db.severity.findFirst({ where: { projectId, subject, name } })
      if (taken !== null) throw invalid("#/name", `is taken by another severity of ${subject}s`)
    }
    const severity = await tx.db.severity.update({ where, data })
    await recordAudit(tx, ctx.actor, "severity.updated", severity, data)
    return severity
  })
}
