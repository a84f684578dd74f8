import type { Context } from "../context.ts"
import { notFound } from "../errors.ts"
import { transact } from "../transaction.ts"
import { announceOnCall } from "./announce.ts"
import { findRotation } from "./find.ts"

/** Rules that name it page one target less from then on; the project's readiness says so. */
export async function deleteRotation(ctx: Context, rotationId: string): Promise<string> {
  const { id, projectId, name } = await findRotation(ctx, rotationId, "on_call:write")
  await transact(ctx, async (tx) => {
    const { count } = await tx.db.rotation.deleteMany({ where: { id } })
    if (count === 0) throw notFound("rotation")
    await announceOnCall(tx, ctx.actor, {
      projectId,
      action: "rotation.deleted",
      subjectId: id,
      subjectName: name,
    })
  })
  return id
}
