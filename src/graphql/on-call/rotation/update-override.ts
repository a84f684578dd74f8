import { z } from "zod"
import type { Context } from "../../kernel/context.ts"
import { conflict, invalid } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { lockProject } from "../../workspace/project/lock-project.ts"
import { transact } from "../../kernel/transaction.ts"
import { announceOnCall, recheckRotations } from "../schedule/announce-on-call.ts"
import { findOverride } from "../schedule/find-on-call.ts"
import { moment } from "../on-call-fields.ts"
import { requireOwnOrWrite, userOf } from "../schedule/own-shift.ts"
import { requireOverrideWindow } from "../schedule/rules/membership-spans.ts"

const input = z.object({ id, startsAt: moment.optional(), endsAt: moment.optional() })

/**
 * Moves the start or end of an override. Its creator may shorten it; anything else needs on_call:write.
 * @throws {DomainError} conflict if it is over; validation_failed for a new start of one that has begun.
 */
export async function updateOverride(ctx: Context, given: z.input<typeof input>) {
  const { id, ...wanted } = parse(input, given)
  const before = await findOverride(ctx, id, "on_call:read")
  const { rotation, createdBy } = before
  const { projectId } = rotation
  const startsAt = wanted.startsAt ?? before.startsAt
  const endsAt = wanted.endsAt ?? before.endsAt
  const isShorter = startsAt >= before.startsAt && endsAt <= before.endsAt
  const isCreator = createdBy !== null && createdBy === userOf(ctx)
  await requireOwnOrWrite(ctx, projectId, isCreator && isShorter)
  const now = ctx.clock.now()
  if (before.endsAt <= now) throw isOver()
  if (before.startsAt < now && startsAt.getTime() !== before.startsAt.getTime()) {
    throw invalid("#/startsAt", "cannot change: the override has begun")
  }
  requireOverrideWindow(startsAt, endsAt, now)
  return transact(ctx, async (tx) => {
    await lockProject(tx, projectId, "override")
    const [override] = await tx.db.rotationOverride.updateManyAndReturn({
      where: { id, startsAt: before.startsAt, endsAt: before.endsAt },
      data: { startsAt, endsAt },
    })
    if (override === undefined) throw conflict("The override was changed meanwhile.")
    await recheckRotations(tx, [rotation.id])
    await announceOnCall(tx, ctx.actor, "rotation.override_updated", rotation, {
      overrideId: id,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
    })
    return override
  })
}

const isOver = () => conflict("The override is over and cannot be changed.")
