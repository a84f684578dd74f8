import type { Context } from "../../../kernel/context.ts"
import { conflict } from "../../../kernel/errors.ts"
import { announceMonitor } from "../announce-monitor.ts"
import { changeMonitor } from "../change-monitor.ts"
import { newHeartbeatSecret } from "./heartbeat-secret.ts"
import { isProbed } from "../rules/monitor-kinds.ts"

/**
 * Rotates the ping URL. The old one stops working at once; the job has one full interval to call the new one.
 * @throws {DomainError} conflict if the monitor is not a heartbeat.
 */
export async function rotateHeartbeatUrl(ctx: Context, monitorId: string) {
  return changeMonitor(ctx, monitorId, async (tx, { id, kind }, at) => {
    if (isProbed(kind)) {
      throw conflict(`Only heartbeat monitors have a URL to call; this one is of kind ${kind}.`)
    }
    const monitor = await tx.db.monitor.update({
      where: { id },
      data: { ...newHeartbeatSecret(ctx.vault), watchedSince: at, updatedAt: at },
    })
    await announceMonitor(tx, ctx.actor, monitor, { action: "monitor.heartbeat_url_rotated" })
    return monitor
  })
}
