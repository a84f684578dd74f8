import { z } from "zod"
import { newId } from "../../id.ts"
import type { Context } from "../context.ts"
import { conflict, DomainError, invalid } from "../errors.ts"
import { id, parse, text } from "../input.ts"
import { lockProject } from "../project/lock.ts"
import { transact } from "../transaction.ts"
import { announceOnCall } from "./announce.ts"
import { moment } from "./fields.ts"
import { findRotation } from "./find.ts"
import { holds, userOf } from "./own-shift.ts"
import { requireMembers } from "./require-known.ts"
import { requireStay } from "./stay.ts"

const input = z.object({
  rotationId: id,
  takerId: id,
  startsAt: moment,
  endsAt: moment,
  note: text(1000).default(""),
})

const mostPending = 100

/**
 * Offers the own shifts in a window to somebody else, who has to accept.
 *
 * @throws {DomainError} conflict where the proposer is not on call throughout the window.
 */
export async function proposeSwap(ctx: Context, given: z.input<typeof input>) {
  const { rotationId, takerId, ...data } = parse(input, given)
  const { startsAt, endsAt } = data
  const rotation = await findRotation(ctx, rotationId, "on_call:read")
  const { projectId } = rotation
  const proposerId = userOf(ctx)
  if (proposerId === null) {
    throw new DomainError("unauthorized", "Only a signed-in person can offer the own shifts.")
  }
  if (takerId === proposerId) throw invalid("#/takerId", "must be somebody else")
  requireStay(startsAt, endsAt, ctx.clock.now())
  return transact(ctx, async (tx) => {
    await lockProject(tx, projectId, "rotation")
    await requireMembers(tx, projectId, [{ id: takerId, pointer: "#/takerId" }])
    if (!(await holds(tx, rotation, proposerId, startsAt, endsAt))) throw notYours()
    const pending = { rotationId, proposerId, state: "pending" as const }
    if ((await tx.db.shiftSwap.count({ where: pending })) >= mostPending) {
      throw conflict(`You have ${mostPending} open offers in this rotation; cancel some first.`)
    }
    const swap = await tx.db.shiftSwap.create({
      data: { id: newId(), rotationId, proposerId, takerId, ...data },
    })
    await announceOnCall(tx, ctx.actor, {
      projectId,
      action: "shift_swap.proposed",
      subjectId: swap.id,
      subjectName: rotation.name,
      changes: { takerId, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() },
    })
    return swap
  })
}

export const notYours = (): DomainError =>
  conflict(
    "Whoever offers a window must be on call throughout it; ask for the rotation's shifts to see its borders.",
  )
