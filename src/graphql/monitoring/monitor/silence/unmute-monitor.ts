import type { Context } from "../../../kernel/context.ts"
import { wakeEscalations } from "../../../on-call/escalation/silence-escalation.ts"
import { announceMonitor } from "../announce-monitor.ts"
import { changeMonitor } from "../change-monitor.ts"

/** Ends a mute early. An ongoing outage is declared by the next check, and paused paging starts. */
export async function unmuteMonitor(ctx: Context, monitorId: string) {
  return changeMonitor(ctx, monitorId, async (tx, before, at) => {
    if (before.mutedUntil === null || before.mutedUntil <= at) return before
    const monitor = await tx.db.monitor.update({
      where: { id: before.id },
      data: { mutedUntil: null, updatedAt: at },
    })
    await wakeEscalations(tx, [before.id])
    await announceMonitor(tx, ctx.actor, monitor, { action: "monitor.unmuted" })
    return monitor
  })
}
