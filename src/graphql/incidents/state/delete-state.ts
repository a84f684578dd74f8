import type { Context } from "../../kernel/context.ts"
import { recordAudit } from "../../workspace/audit/record-audit.ts"
import { conflict, notFound } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { transact } from "../../kernel/transaction.ts"
import { refuseUsed } from "./state-in-use.ts"

/** @throws {DomainError} conflict for a built-in state and for one that an incident or alert is in. */
export async function deleteState(ctx: Context, stateId: string): Promise<string> {
  const where = { id: parse(id, stateId) }
  const state = await ctx.database.prisma.state.findUnique({ where })
  await ctx.access.require(state?.projectId ?? where.id, "project:write", "state")
  if (state === null) throw notFound("state")
  const { projectId, name } = state
  if (state.isBuiltIn) throw conflict(`The state ${name} is built in and always exists.`)
  await refuseUsed(
    `The state ${name} is in use. Move its incidents and alerts to another one first.`,
    () =>
      transact(ctx, async (tx) => {
        const { count } = await tx.db.state.deleteMany({ where })
        if (count === 0) throw notFound("state")
        await recordAudit(tx, ctx.actor, "state.deleted", { projectId, id: state.id, name })
      }),
  )
  return state.id
}
