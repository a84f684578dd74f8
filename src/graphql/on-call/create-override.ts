import { z } from "zod"
import { newId } from "../../id.ts"
import type { Context } from "../context.ts"
import { invalid } from "../errors.ts"
import { id, parse } from "../input.ts"
import { lockProject } from "../project/lock.ts"
import { reader, transact } from "../transaction.ts"
import { announceOnCall, lookAgain } from "./announce.ts"
import { moment } from "./fields.ts"
import { findRotation } from "./find.ts"
import { holds, requireOwnOrWrite, userOf } from "./own-shift.ts"
import { requireMembers } from "./require-known.ts"
import { requireStay } from "./stay.ts"

const input = z
  .object({
    rotationId: id,
    userId: id.nullish(),
    isNobody: z.boolean().default(false),
    startsAt: moment,
    endsAt: moment,
  })
  .refine(({ userId, isNobody }) => isNobody !== Boolean(userId), {
    error: "must be given, or isNobody true: exactly one of the two",
    path: ["userId"],
  })

const mostOverrides = 1000

/**
 * Puts one person, or nobody, in the place of whatever the layers say. Everybody may have somebody else stand
 * in for the own shifts; more needs on_call:write.
 *
 * @throws {DomainError} validation_failed for somebody who is no member, or a window that is over or too long.
 */
export async function createOverride(ctx: Context, given: z.input<typeof input>) {
  const { rotationId, userId = null, isNobody, startsAt, endsAt } = parse(input, given)
  const rotation = await findRotation(ctx, rotationId, "on_call:read")
  const { projectId } = rotation
  requireStay(startsAt, endsAt, ctx.clock.now())
  const me = userOf(ctx)
  const isOwn =
    me !== null && !isNobody && (await holds(reader(ctx), rotation, me, startsAt, endsAt))
  await requireOwnOrWrite(ctx, projectId, isOwn)
  return transact(ctx, async (tx) => {
    await lockProject(tx, projectId, "rotation")
    if (userId !== null) {
      await requireMembers(tx, projectId, [{ id: userId, pointer: "#/userId" }])
    }
    const open = { rotationId, endsAt: { gt: ctx.clock.now() } }
    if ((await tx.db.rotationOverride.count({ where: open })) >= mostOverrides) {
      throw invalid("#/rotationId", `has ${mostOverrides} overrides that are not over; delete some`)
    }
    const data = { rotationId, userId, isNobody, startsAt, endsAt, createdBy: me }
    const override = await tx.db.rotationOverride.create({ data: { id: newId(), ...data } })
    await lookAgain(tx, [rotationId])
    await announceOnCall(tx, ctx.actor, {
      projectId,
      action: "rotation.overridden",
      subjectId: rotationId,
      subjectName: rotation.name,
      changes: {
        overrideId: override.id,
        userId,
        startsAt: startsAt.toISOString(),
        endsAt: endsAt.toISOString(),
      },
    })
    return override
  })
}
