import { z } from "zod"
import { recordAudit } from "../audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { id, name, parse } from "../../kernel/input.ts"
import { transact } from "../../kernel/transaction.ts"
import { lockProject } from "./lock-project.ts"

const input = z.object({ id, name })

export async function renameProject(ctx: Context, given: z.input<typeof input>) {
  const { id: projectId, name } = parse(input, given)
  await ctx.access.require(projectId, "project:write")
  return transact(ctx, async (tx) => {
    await lockProject(tx, projectId)
    const where = { id: projectId }
    const before = await tx.db.project.findUniqueOrThrow({ where })
    if (before.name === name) return before
    const project = await tx.db.project.update({ where, data: { name } })
    const changes = { name: { from: before.name, to: name } }
    await recordAudit(tx, ctx.actor, "project.renamed", { ...project, projectId }, changes)
    return project
  })
}
