import type { Context } from "../../../kernel/context.ts"
import { resumePaging } from "../../../on-call/escalation/pause-paging.ts"
import { announceMonitor } from "../announce-monitor.ts"
import { changeMonitor } from "../change-monitor.ts"
import { isProbed } from "../rules/monitor-kinds.ts"

/** Resumes checks immediately, from status unknown. Idempotent. */
export async function resumeMonitor(ctx: Context, monitorId: string) {
  return changeMonitor(ctx, monitorId, async (tx, before, at) => {
    if (before.pausedAt === null) return before
    const monitor = await tx.db.monitor.update({
      where: { id: before.id },
      data: {
        pausedAt: null,
        watchedSince: at,
        checkRequestedAt: isProbed(before.kind) ? at : null,
        updatedAt: at,
        // Pings before or during the pause say nothing about now.
        state: { update: { lastPingKind: null } },
      },
    })
    await resumePaging(tx, [monitor.id])
    await announceMonitor(tx, ctx.actor, monitor, {
      action: "monitor.resumed",
      event: "monitor.updated",
    })
    return monitor
  })
}
