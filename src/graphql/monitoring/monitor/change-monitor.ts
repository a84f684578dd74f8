import type { Monitor } from "../../../../prisma/generated/client.ts"
import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { transact, type SqlTransaction, type Transaction } from "../../kernel/transaction.ts"
import { findMonitor } from "./find-monitor.ts"
import { liveMonitor } from "./monitor-row.ts"

const hold = {
  name: "hold-monitor",
  text: "select now() as at from monitor_state where monitor_id = $1::uuid for update",
}

/**
 * Locks a monitor against other changes and checks until the transaction ends. Only what is read afterwards is
 * reliable. Rows are always locked in this order: state, project, monitor; another order may deadlock.
 * @returns PostgreSQL's time of the transaction.
 */
export async function lockMonitor(tx: SqlTransaction, id: string): Promise<Date> {
  const [held] = await tx.query<{ at: Date }>({ ...hold, values: [id] })
  if (held === undefined) throw notFound("monitor")
  return held.at
}

/** Runs `work` on a locked monitor that the actor may write; `at` is the time from `lockMonitor`. */
export async function changeMonitor<T>(
  ctx: Context,
  monitorId: string,
  work: (tx: Transaction, monitor: Monitor, at: Date) => Promise<T>,
): Promise<T> {
  const { id } = await findMonitor(ctx, monitorId, "monitors:write")
  return transact(ctx, async (tx) => {
    const at = await lockMonitor(tx, id)
    const [monitor] = await tx.query<Monitor>({ ...liveMonitor, values: [id] })
    if (monitor === undefined) throw notFound("monitor")
    return work(tx, monitor, at)
  })
}
