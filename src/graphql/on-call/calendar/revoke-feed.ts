import type { OnCallFeed } from "../../../../prisma/generated/client.ts"
import type { Context } from "../../kernel/context.ts"
import { transact, type Transaction } from "../../kernel/transaction.ts"
import { announceOnCall } from "../schedule/announce-on-call.ts"
import { findFeed } from "../schedule/find-on-call.ts"
import { requireOwnOrWrite, userOf } from "../schedule/own-shift.ts"

/**
 * Permanently revokes a link. Allowed for its creator, the person whose shifts it shows, and members with
 * on_call:write.
 */
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
    await announceOnCall(tx, ctx.actor, "on_call_feed.revoked", revoked)
    return revoked
  })
}

/** Ends the links that a person made, of one project or of all. */
export async function endFeeds(
  { db }: Transaction,
  { userId: createdBy, projectId }: { userId: string; projectId?: string },
): Promise<void> {
  await db.$executeRaw`
    update on_call_feed set revoked_at = now()
     where created_by = ${createdBy}::uuid and revoked_at is null
       and project_id = coalesce(${projectId ?? null}::uuid, project_id)`
}
