import type { Transaction } from "../transaction.ts"

/**
 * Which of these monitors are inside a window at this moment. The window's times decide, not its state: a
 * housekeeper that comes late must never cause a page.
 */
export async function ongoingMaintenanceMonitors(
  db: Pick<Transaction["db"], "$queryRaw">,
  monitorIds: string[],
): Promise<Set<string>> {
  if (monitorIds.length === 0) return new Set()
  const rows = await db.$queryRaw<{ monitorId: string }[]>`
    select distinct mm.monitor_id as "monitorId"
      from maintenance_monitor mm join maintenance m on m.id = mm.maintenance_id
     where mm.monitor_id = any(${monitorIds}::uuid[])
       and m.state <> 'cancelled' and m.starts_at <= now() and now() < m.ends_at`
  return new Set(rows.map(({ monitorId }) => monitorId))
}
