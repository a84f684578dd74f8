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
  order: place.optional(),
})

/** Updates a state. Its meaning is fixed because incidents and alerts rely on it; a built-in one cannot be renamed. */
export async function updateState(ctx: Context, changes: z.input<typeof input>) {
  const { id: stateId, ...rest } = parse(input, changes)
  const data = given(rest)
  const where = { id: stateId }
  const found = await ctx.database.prisma.state.findUnique({ where })
  await ctx.access.require(found?.projectId ?? where.id, "project:write", "state")
  if (found === null) throw notFound("state")
  const { projectId, subject } = found
  if (Object.keys(data).length === 0) throw invalid("#", "must change name, color or order")
  return transact(ctx, async (tx) => {
    await lockProject(tx, projectId, "state")
    const before = await tx.db.state.findUnique({ where })
    if (before === null) throw notFound("state")
    const name = data.name ?? before.name
    if (name !== before.name) {
      if (before.isBuiltIn) throw invalid("#/name", "of a built-in state cannot change")
      const taken = await tx.db.state.findFirst({ where: { projectId, subject, name } })
      if (taken !== null) throw invalid("#/name", `is taken by another state of ${subject}s`)
    }
    const state = await tx.db.state.update({ where, data })
    await recordAudit(tx, ctx.actor, "state.updated", state, data)
    return state
  })
}
