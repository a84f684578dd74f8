import type { Monitor } from "../../../prisma/generated/client.ts"
import type { Context } from "../context.ts"
import { notFound } from "../errors.ts"
import type { SqlTransaction, Transaction } from "../transaction.ts"
import { transact } from "../transaction.ts"
import { findMonitor } from "./find.ts"
import { liveMonitor } from "./row.ts"

const hold = {
  name: "hold-monitor",
  text: "select now() as at from monitor_state where monitor_id = $1::uuid for update",
}

/**
 * Waits until nobody else changes the monitor or records a check of it, and keeps it so until the transaction
 * ends. Only what is read afterwards is sure to hold.
 *
 * Rows are always taken in this order: state, project, monitor. Another order can end in a deadlock.
 *
 * @returns PostgreSQL's time of the transaction.
 */
export async function holdMonitor(tx: SqlTransaction, id: string): Promise<Date> {
  const [held] = await tx.query<{ at: Date }>({ ...hold, values: [id] })
  if (held === undefined) throw notFound("monitor")
  return held.at
}

/** Runs `work` on a live monitor that the actor may write, while it is held; `at` is that of `holdMonitor`. */
export async function changeMonitor<T>(
  ctx: Context,
  monitorId: string,
  work: (tx: Transaction, monitor: Monitor, at: Date) => Promise<T>,
): Promise<T> {
  const { id } = await findMonitor(ctx, monitorId, "monitors:write")
  return transact(ctx, async (tx) => {
    const at = await holdMonitor(tx, id)
    const [monitor] = await tx.query<Monitor>({ ...liveMonitor, values: [id] })
    if (monitor === undefined) throw notFound("monitor")
    return work(tx, monitor, at)
  })
}
