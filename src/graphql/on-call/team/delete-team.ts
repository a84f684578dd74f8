import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { transact } from "../../kernel/transaction.ts"
import { announceOnCall } from "../schedule/announce-on-call.ts"
import { findTeam } from "../schedule/find-on-call.ts"

/** Policy rules that name the team lose a target; the project's readiness shows it. */
export async function deleteTeam(ctx: Context, teamId: string): Promise<string> {
  const { id, projectId, name } = await findTeam(ctx, teamId, "on_call:write")
  await transact(ctx, async (tx) => {
    const { count } = await tx.db.team.deleteMany({ where: { id } })
    if (count === 0) throw notFound("team")
    await announceOnCall(tx, ctx.actor, "team.deleted", { projectId, id, name })
  })
  return id
}
