import type { ShiftSwap } from "../../../../prisma/generated/client.ts"
import type { SwapState } from "../../../../prisma/generated/enums.ts"
import { newId } from "../../../platform/id.ts"
import type { Context } from "../../kernel/context.ts"
import { conflict, DomainError } from "../../kernel/errors.ts"
import { lockProject } from "../../workspace/project/lock-project.ts"
import { transact, type Transaction } from "../../kernel/transaction.ts"
import { announceOnCall, recheckRotations } from "../schedule/announce-on-call.ts"
import { findSwap } from "../schedule/find-on-call.ts"
import { isOnCallThroughout, requireOwnOrWrite, userOf } from "../schedule/own-shift.ts"
import { notOnCallThroughout } from "./propose-swap.ts"
import { requireMembers } from "../schedule/require-known.ts"

type Found = Awaited<ReturnType<typeof findSwap>>

/** Accepts a swap: creates an override that puts the taker on call. */
export async function acceptSwap(ctx: Context, swapId: string): Promise<ShiftSwap> {
  const found = await findSwap(ctx, swapId, "on_call:read")
  const { rotation, rotationId, proposerId, takerId, startsAt, endsAt } = found
  requireTaker(ctx, found)
  return settle(ctx, found, "accepted", async (tx) => {
    await requireMembers(tx, rotation.projectId, [{ id: takerId, pointer: "#/id" }])
    const isOnCall = await isOnCallThroughout(tx, rotation, proposerId, startsAt, endsAt)
    if (endsAt <= ctx.clock.now()) throw conflict("The window of this offer is over.")
    if (!isOnCall) throw notOnCallThroughout()
    const overrideId = newId()
    await tx.db.rotationOverride.create({
      data: {
        id: overrideId,
        rotationId,
        userId: takerId,
        startsAt,
        endsAt,
        createdBy: proposerId,
      },
    })
    await recheckRotations(tx, [rotationId])
    return { overrideId }
  })
}

export async function declineSwap(ctx: Context, swapId: string): Promise<ShiftSwap> {
  const found = await findSwap(ctx, swapId, "on_call:read")
  requireTaker(ctx, found)
  return settle(ctx, found, "declined")
}

/** Withdraws an open offer; members with on_call:write may do it for others. */
export async function cancelSwap(ctx: Context, swapId: string): Promise<ShiftSwap> {
  const found = await findSwap(ctx, swapId, "on_call:read")
  await requireOwnOrWrite(ctx, found.rotation.projectId, found.proposerId === userOf(ctx))
  return settle(ctx, found, "cancelled")
}

function requireTaker(ctx: Context, { takerId }: Found): void {
  if (takerId === userOf(ctx)) return
  throw new DomainError(
    "insufficient_scope",
    "Only the person to whom it was offered can accept or decline.",
  )
}

/** The conditional write decides between concurrent answers to the same offer. */
function settle(
  ctx: Context,
  { id, rotation }: Found,
  state: Exclude<SwapState, "pending">,
  effect?: (tx: Transaction) => Promise<{ overrideId: string }>,
): Promise<ShiftSwap> {
  const { projectId } = rotation
  return transact(ctx, async (tx) => {
    await lockProject(tx, projectId, "shift swap")
    const [settled] = await tx.db.shiftSwap.updateManyAndReturn({
      where: { id, state: "pending" },
      data: { state, settledAt: ctx.clock.now() },
    })
    if (settled === undefined)
      throw conflict("This offer was already accepted, declined or cancelled.")
    const made = await effect?.(tx)
    const swap =
      made === undefined ? settled : await tx.db.shiftSwap.update({ where: { id }, data: made })
    await announceOnCall(tx, ctx.actor, `shift_swap.${state}`, { ...rotation, id })
    return swap
  })
}
