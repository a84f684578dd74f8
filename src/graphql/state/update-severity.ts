import { z } from "zod"
import { recordAudit } from "../audit/record.ts"
import type { Context } from "../context.ts"
import { invalid, notFound } from "../errors.ts"
import { color, given, id, parse } from "../input.ts"
import { lockProject } from "../project/lock.ts"
import { transact } from "../transaction.ts"
import { name, place } from "./input.ts"

const input = z.object({
  id,
  name: name.optional(),
  color: color.optional(),
  rank: place.optional(),
})

/** A built-in severity keeps its name. */
export async function updateSeverity(ctx: Context, asked: z.input<typeof input>) {
  const { id: severityId, ...rest } = parse(input, asked)
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
    await recordAudit(tx, ctx.actor, {
      projectId,
      action: "severity.updated",
      subjectId: severity.id,
      subjectName: severity.name,
      changes: data,
    })
    return severity
  })
}
