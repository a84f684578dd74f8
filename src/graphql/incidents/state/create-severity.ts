import { z } from "zod"
import { newId } from "../../../platform/id.ts"
import { recordAudit } from "../../workspace/audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { invalid } from "../../kernel/errors.ts"
import { color, id, parse } from "../../kernel/input.ts"
import { lockProject } from "../../workspace/project/lock-project.ts"
import { transact } from "../../kernel/transaction.ts"
import { maxEach, name, place, subject } from "./rules/state-input.ts"

const input = z.object({ projectId: id, subject, name, color, rank: place.optional() })

/** @throws {DomainError} validation_failed if the project already has a severity of that name. */
export async function createSeverity(ctx: Context, given: z.input<typeof input>) {
  const { projectId, subject, rank, ...data } = parse(input, given)
  await ctx.access.require(projectId, "project:write")
  return transact(ctx, async (tx) => {
    await lockProject(tx, projectId)
    const where = { projectId, subject }
    const present = await tx.db.severity.findMany({ where, select: { rank: true } })
    const last = Math.min(999, Math.max(0, ...present.map((one) => one.rank)))
    if (present.length >= maxEach) throw invalid("#/subject", `already has ${maxEach} severities`)
    const [severity] = await tx.db.severity.createManyAndReturn({
      data: [{ ...data, ...where, id: newId(), rank: rank ?? last + 1 }],
      skipDuplicates: true,
    })
    if (severity === undefined) {
      throw invalid("#/name", `is taken by another severity of ${subject}s`)
    }
    await recordAudit(tx, ctx.actor, "severity.created", severity)
    return severity
  })
}
