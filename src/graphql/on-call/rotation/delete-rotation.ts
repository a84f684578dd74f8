import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { transact } from "../../kernel/transaction.ts"
import { announceOnCall } from "../schedule/announce-on-call.ts"
import { findRotation } from "../schedule/find-on-call.ts"

/** Policy rules that name the rotation lose a target; the project's readiness shows it. */
export async function deleteRotation(ctx: Context, rotationId: string): Promise<string> {
  const { id, projectId, name } = await findRotation(ctx, rotationId, "on_call:write")
  await transact(ctx, async (tx) => {
    const { count } = await tx.db.rotation.deleteMany({ where: { id } })
    if (count === 0) throw notFound("rotation")
    await announceOnCall(tx, ctx.actor, "rotation.deleted", { projectId, id, name })
  })
  return id
}
