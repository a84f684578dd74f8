import { z } from "zod"
import { newId } from "../../../platform/id.ts"
import type { Context } from "../../kernel/context.ts"
import { invalid } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { lockProject } from "../../workspace/project/lock-project.ts"
import { reader, transact } from "../../kernel/transaction.ts"
import { announceOnCall, recheckRotations } from "../schedule/announce-on-call.ts"
import { moment } from "../on-call-fields.ts"
import { findRotation } from "../schedule/find-on-call.ts"
import { isOnCallThroughout, requireOwnOrWrite, userOf } from "../schedule/own-shift.ts"
import { requireMembers } from "../schedule/require-known.ts"
import { requireOverrideWindow } from "../schedule/rules/membership-spans.ts"

const input = z
  .object({
    rotationId: id,
    userId: id.nullish(),
    isNobody: z.boolean().default(false),
    startsAt: moment,
    endsAt: moment,
  })
  .refine(({ userId, isNobody }) => isNobody !== Boolean(userId), {
    error: "must be given unless isNobody is true, but not both",
    path: ["userId"],
  })

const mostOverrides = 1000

/**
 * Puts one person, or nobody, on call regardless of the layers. Any member may replace themselves in their own
 * shifts; everything else needs on_call:write.
 * @throws {DomainError} validation_failed for a user who is not a member, or a window that is over or too long.
 */
export async function createOverride(ctx: Context, given: z.input<typeof input>) {
  const { rotationId, userId = null, isNobody, startsAt, endsAt } = parse(input, given)
  const rotation = await findRotation(ctx, rotationId, "on_call:read")
  const { projectId } = rotation
  requireOverrideWindow(startsAt, endsAt, ctx.clock.now())
  const me = userOf(ctx)
  const isOwn =
    me !== null &&
    !isNobody &&
    (await isOnCallThroughout(reader(ctx), rotation, me, startsAt, endsAt))
  await requireOwnOrWrite(ctx, projectId, isOwn)
  return transact(ctx, async (tx) => {
    await lockProject(tx, projectId, "rotation")
    if (userId !== null) {
      await requireMembers(tx, projectId, [{ id: userId, pointer: "#/userId" }])
    }
    const open = { rotationId, endsAt: { gt: ctx.clock.now() } }
    if ((await tx.db.rotationOverride.count({ where: open })) >= mostOverrides) {
      throw invalid(
        "#/rotationId",
        `already has ${mostOverrides} current and future overrides; delete some`,
      )
    }
    const data = { rotationId, userId, isNobody, startsAt, endsAt, createdBy: me }
    const override = await tx.db.rotationOverride.create({ data: { id: newId(), ...data } })
    await recheckRotations(tx, [rotationId])
    await announceOnCall(tx, ctx.actor, "rotation.overridden", rotation, {
      overrideId: override.id,
      userId,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
    })
    return override
  })
}
