import type { Context } from "../context.ts"
import { conflict } from "../errors.ts"
import { transact } from "../transaction.ts"
import { findMonitor } from "./find.ts"

/**
 * Asks the probers to look at once. Asking again before they have looked changes nothing for them.
 *
 * @throws {DomainError} conflict where the monitor is paused.
 */
export async function requestCheck(ctx: Context, monitorId: string) {
  const { id, projectId } = await findMonitor(ctx, monitorId, "monitors:write")
  return transact(ctx, async (tx) => {
    // Not a change of the monitor, so `updated_at` stays.
    const asked = await tx.db.$executeRaw`
      update monitor set check_requested_at = now()
       where id = ${id}::uuid and deleted_at is null and paused_at is null`
    if (asked === 0) throw conflict("The monitor is paused; resume it to have it checked.")
    tx.publish("monitor.check_requested", { projectId, monitorId: id })
    return tx.db.monitor.findUniqueOrThrow({ where: { id } })
  })
}
