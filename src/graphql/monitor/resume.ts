import type { Context } from "../context.ts"
import { announceMonitor } from "./announce.ts"
import { changeMonitor } from "./change.ts"

/** Looks again, at once, starting from unknown. Resuming what is not paused changes nothing. */
export async function resumeMonitor(ctx: Context, monitorId: string) {
  return changeMonitor(ctx, monitorId, async (tx, before, at) => {
    if (before.pausedAt === null) return before
    const monitor = await tx.db.monitor.update({
      where: { id: before.id },
      data: {
        pausedAt: null,
        watchedSince: at,
        checkRequestedAt: before.kind === "heartbeat" ? null : at,
        updatedAt: at,
        // What the job said before the pause, or during it, says nothing about now.
        state: { update: { lastPingKind: null } },
      },
    })
    await announceMonitor(tx, ctx.actor, monitor, {
      action: "monitor.resumed",
      event: "monitor.updated",
    })
    return monitor
  })
}
