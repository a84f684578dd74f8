import type { Context } from "../context.ts"
import { conflict } from "../errors.ts"
import { transact } from "../transaction.ts"
import { findMonitor } from "./find.ts"

/**
 * Asks the probers to look at once. Asking again before they have looked changes nothing for them.
 *
 * @throws {DomainError} conflict where the monitor is paused, or a heartbeat that no ping has reached yet.
 */
export async function requestCheck(ctx: Context, monitorId: string) {
  const { id, projectId, kind, watchedSince } = await findMonitor(ctx, monitorId, "monitors:write")
  return transact(ctx, async (tx) => {
    if (kind === "heartbeat") {
      const state = await tx.db.monitorState.findUnique({ where: { monitorId: id } })
      if ((state?.lastPingAt ?? new Date(0)) < watchedSince) {
        throw conflict("This heartbeat waits for its first ping, so there is nothing to check yet.")
      }
    }
    // Not a change of the monitor, so `updated_at` stays.
    const asked = await tx.db.$executeRaw`
      update monitor set check_requested_at = now()
       where id = ${id}::uuid and deleted_at is null and paused_at is null`
    if (asked === 0) throw conflict("The monitor is paused; resume it to have it checked.")
    tx.publish("monitor.check_requested", { projectId, monitorId: id })
    return tx.db.monitor.findUniqueOrThrow({ where: { id } })
  })
}
