import type { Context } from "../context.ts"
import { conflict, notFound } from "../errors.ts"
import { transact } from "../transaction.ts"
import { announceOnCall, lookAgain } from "./announce.ts"
import { findOverride } from "./find.ts"
import { requireOwnOrWrite, userOf } from "./own-shift.ts"

const minuteMs = 60_000

/**
 * Takes back an override; one that has begun ends at the present minute, since the past stays as it was. Whoever
 * made it may, and who has on_call:write.
 *
 * @throws {DomainError} conflict for one that is over.
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
      throw conflict("The override is over, so it cannot be taken back.")
    }
    await lookAgain(tx, [rotation.id])
    await announceOnCall(tx, ctx.actor, {
      projectId,
      action: "rotation.override_deleted",
      subjectId: rotation.id,
      subjectName: rotation.name,
      changes: { overrideId: id },
    })
  })
  return id
}
