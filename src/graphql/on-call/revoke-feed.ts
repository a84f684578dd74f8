import type { OnCallFeed } from "../../../prisma/generated/client.ts"
import type { Context } from "../context.ts"
import { transact } from "../transaction.ts"
import { announceOnCall } from "./announce.ts"
import { findFeed } from "./find.ts"
import { requireOwnOrWrite, userOf } from "./own-shift.ts"

/** Ends a link for good: its maker may, whose shifts it shows, and who has on_call:write. */
export async function revokeFeed(ctx: Context, feedId: string): Promise<OnCallFeed> {
  const found = await findFeed(ctx, feedId, "on_call:read")
  const me = userOf(ctx)
  const isOwn = me !== null && (found.createdBy === me || found.userId === me)
  await requireOwnOrWrite(ctx, found.projectId, isOwn)
  return transact(ctx, async (tx) => {
    const [revoked] = await tx.db.onCallFeed.updateManyAndReturn({
      where: { id: found.id, revokedAt: null },
      data: { revokedAt: ctx.clock.now() },
    })
    if (revoked === undefined)
      return tx.db.onCallFeed.findUniqueOrThrow({ where: { id: found.id } })
    await announceOnCall(tx, ctx.actor, {
      projectId: revoked.projectId,
      action: "on_call_feed.revoked",
      subjectId: revoked.id,
    })
    return revoked
  })
}
