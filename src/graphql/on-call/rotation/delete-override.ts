import type { Context } from "../../kernel/context.ts"
import { conflict, notFound } from "../../kernel/errors.ts"
import { transact } from "../../kernel/transaction.ts"
import { announceOnCall, recheckRotations } from "../schedule/announce-on-call.ts"
import { findOverride } from "../schedule/find-on-call.ts"
import { requireOwnOrWrite, userOf } from "../schedule/own-shift.ts"

const minuteMs = 60_000

/**
 * Deletes an override. One that has begun ends at the current minute, so that the past stays unchanged. Allowed for
 * its creator and members with on_call:write.
 * @throws {DomainError} conflict if it is over.
 */
export async function deleteOverride(ctx: Context, overrideId: string): Promise<string> {
  const { id, rotation, createdBy } = await findOverride(ctx, overrideId, "on_call:read")
  const { projectId } = rotation
  await requireOwnOrWrite(ctx, projectId, createdBy !== null && createdBy === userOf(ctx))
  const now = Math.floor(ctx.clock.now().getTime() / minuteMs) * minuteMs
  await transact(ctx, async (tx) => {
    const minute = new Date(now)
    const { count: deleted } = await tx.db.rotationOverride.deleteMany({
      where: { id, startsAt: { gte: minute } },
    })
    const { count: ended } = await tx.db.rotationOverride.updateMany({
      where: { id, startsAt: { lt: minute }, endsAt: { gt: minute } },
      data: { endsAt: minute },
    })
    if (deleted + ended === 0) {
      if ((await tx.db.rotationOverride.count({ where: { id } })) === 0) throw notFound("override")
      throw conflict("The override is over and cannot be deleted.")
    }
    await recheckRotations(tx, [rotation.id])
    await announceOnCall(tx, ctx.actor, "rotation.override_deleted", rotation, { overrideId: id })
  })
  return id
}
