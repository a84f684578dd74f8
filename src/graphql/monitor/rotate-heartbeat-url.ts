import type { Context } from "../context.ts"
import { conflict } from "../errors.ts"
import { announceMonitor } from "./announce.ts"
import { changeMonitor } from "./change.ts"
import { newHeartbeatSecret } from "./heartbeat-secret.ts"

/**
 * The old URL is unknown from now on; the job has one whole interval to call the new one.
 *
 * @throws {DomainError} conflict where the monitor is no heartbeat.
 */
export async function rotateHeartbeatUrl(ctx: Context, monitorId: string) {
  return changeMonitor(ctx, monitorId, async (tx, { id, kind }, at) => {
    if (kind !== "heartbeat") {
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
