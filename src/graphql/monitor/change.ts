import type { Monitor } from "../../../prisma/generated/client.ts"
import type { Context } from "../context.ts"
import { notFound } from "../errors.ts"
import type { Transaction } from "../transaction.ts"
import { transact } from "../transaction.ts"
import { findMonitor } from "./find.ts"

/**
 * Runs `work` on a live monitor that the actor may write, alone: its state row is held from here on, which is
 * also where a finished check waits. `at` is PostgreSQL's time of the transaction.
 *
 * Rows are always taken in this order: state, project, monitor. Another order can end in a deadlock.
 */
export async function changeMonitor<T>(
  ctx: Context,
  monitorId: string,
  work: (tx: Transaction, monitor: Monitor, at: Date) => Promise<T>,
): Promise<T> {
  const { id } = await findMonitor(ctx, monitorId, "monitors:write")
  return transact(ctx, async (tx) => {
    const [held] = await tx.db.$queryRaw<{ at: Date }[]>`
      select now() as at from monitor_state where monitor_id = ${id}::uuid for update`
    const monitor = await tx.db.monitor.findUnique({ where: { id, deletedAt: null } })
    if (held === undefined || monitor === null) throw notFound("monitor")
    return work(tx, monitor, held.at)
  })
}
