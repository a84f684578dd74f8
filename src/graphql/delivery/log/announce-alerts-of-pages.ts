import type { Transaction } from "../../kernel/transaction.ts"

/** Announce the alerts of pages whose deliveries a provider reported about; other deliveries have no page. */
export async function announceAlertsOfPages(
  tx: Transaction,
  pageIds: readonly (string | null)[],
): Promise<void> {
  const ids = pageIds.filter((id) => id !== null)
  if (ids.length === 0) return
  const pages = await tx.db.page.findMany({
    where: { id: { in: ids } },
    select: { projectId: true, alertId: true },
  })
  for (const page of pages) tx.publish("alert.changed", page)
}
