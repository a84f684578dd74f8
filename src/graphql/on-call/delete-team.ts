import type { Context } from "../context.ts"
import { notFound } from "../errors.ts"
import { transact } from "../transaction.ts"
import { announceOnCall } from "./announce.ts"
import { findTeam } from "./find.ts"

/** Rules that name it page one target less from then on; the project's readiness says so. */
export async function deleteTeam(ctx: Context, teamId: string): Promise<string> {
  const { id, projectId, name } = await findTeam(ctx, teamId, "on_call:write")
  await transact(ctx, async (tx) => {
    const { count } = await tx.db.team.deleteMany({ where: { id } })
    if (count === 0) throw notFound("team")
    await announceOnCall(tx, ctx.actor, {
      projectId,
      action: "team.deleted",
      subjectId: id,
      subjectName: name,
    })
  })
  return id
}
