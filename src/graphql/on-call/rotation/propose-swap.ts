import { z } from "zod"
import { newId } from "../../../platform/id.ts"
import type { Context } from "../../kernel/context.ts"
import { conflict, DomainError, invalid } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { text } from "../../../platform/text-schema.ts"
import { lockProject } from "../../workspace/project/lock-project.ts"
import { transact } from "../../kernel/transaction.ts"
import { announceOnCall } from "../schedule/announce-on-call.ts"
import { moment } from "../on-call-fields.ts"
import { findRotation } from "../schedule/find-on-call.ts"
import { isOnCallThroughout, userOf } from "../schedule/own-shift.ts"
import { requireMembers } from "../schedule/require-known.ts"
import { requireOverrideWindow } from "../schedule/rules/membership-spans.ts"

const input = z.object({
  rotationId: id,
  takerId: id,
  startsAt: moment,
  endsAt: moment,
  note: text(1000).default(""),
})

const mostPending = 100

/**
 * Offers your own shifts in a window to another member, who has to accept.
 * @throws {DomainError} conflict if the proposer is not on call throughout the window.
 */
export async function proposeSwap(ctx: Context, given: z.input<typeof input>) {
  const { rotationId, takerId, ...data } = parse(input, given)
  const { startsAt, endsAt } = data
  const rotation = await findRotation(ctx, rotationId, "on_call:read")
  const { projectId } = rotation
  const proposerId = userOf(ctx)
  if (proposerId === null) {
    throw new DomainError("unauthorized", "Only a signed-in user can offer shifts.")
  }
  if (takerId === proposerId) throw invalid("#/takerId", "must be somebody else")
  requireOverrideWindow(startsAt, endsAt, ctx.clock.now())
  return transact(ctx, async (tx) => {
    await lockProject(tx, projectId, "rotation")
    await requireMembers(tx, projectId, [{ id: takerId, pointer: "#/takerId" }])
    if (!(await isOnCallThroughout(tx, rotation, proposerId, startsAt, endsAt)))
      throw notOnCallThroughout()
    const pending = { rotationId, proposerId, state: "pending" as const }
    if ((await tx.db.shiftSwap.count({ where: pending })) >= mostPending) {
      throw conflict(
        `You already have ${mostPending} open offers in this rotation; cancel some first.`,
      )
    }
    const swap = await tx.db.shiftSwap.create({
      data: { id: newId(), rotationId, proposerId, takerId, ...data },
    })
    const changes = { takerId, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }
    const subject = { ...rotation, id: swap.id }
    await announceOnCall(tx, ctx.actor, "shift_swap.proposed", subject, changes)
    return swap
  })
}

export const notOnCallThroughout = (): DomainError =>
  conflict(
    "You must be on call throughout the offered window. The rotation's shifts show when you are.",
  )
