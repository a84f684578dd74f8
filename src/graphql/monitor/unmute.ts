import type { Context } from "../context.ts"
import { wakeEscalations } from "../escalation/silence.ts"
import { announceMonitor } from "./announce.ts"
import { changeMonitor } from "./change.ts"

/** Ends a mute before its time; an outage that is still on is declared by the next check, and paging that rested begins. */
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
