import { recordAudit } from "../../../workspace/audit/record-audit.ts"
import type { Context } from "../../../kernel/context.ts"
import { conflict } from "../../../kernel/errors.ts"
import { transact } from "../../../kernel/transaction.ts"
import { findMonitor } from "../find-monitor.ts"
import { isProbed } from "../rules/monitor-kinds.ts"

/**
 * Asks the probers for a check now. Requesting again before it runs has no effect.
 * @throws {DomainError} conflict if the monitor is paused, or a heartbeat without a first ping.
 */
export async function requestCheck(ctx: Context, monitorId: string) {
  const { id, projectId, name, kind, watchedSince } = await findMonitor(
    ctx,
    monitorId,
    "monitors:write",
  )
  return transact(ctx, async (tx) => {
    if (!isProbed(kind)) {
      const state = await tx.db.monitorState.findUnique({ where: { monitorId: id } })
      if ((state?.lastPingAt ?? new Date(0)) < watchedSince) {
        throw conflict(
          "This heartbeat is waiting for its first ping, so there is nothing to check yet.",
        )
      }
    }
    // Not a change of the monitor, so `updated_at` stays.
    const asked = await tx.db.$executeRaw`
      update monitor set check_requested_at = now()
       where id = ${id}::uuid and deleted_at is null and paused_at is null`
    if (asked === 0) throw conflict("The monitor is paused. Resume it first.")
    const action = "monitor.check_requested"
    await recordAudit(tx, ctx.actor, action, { projectId, id, name })
    tx.publish("monitor.check_requested", { projectId, monitorId: id })
    return tx.db.monitor.findUniqueOrThrow({ where: { id } })
  })
}
