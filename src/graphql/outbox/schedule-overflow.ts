import type { SqlTransaction } from "../kernel/transaction.ts"

/** Alerts are collected for one digest this long; the grace period lets a step in progress commit its pages. */
const intervalSeconds = 10
const graceSeconds = 2

/** Schedule a digest of the alerts of these pages, which were not sent one by one, within seconds. */
export async function scheduleOverflow(tx: SqlTransaction, pageIds: string[]): Promise<void> {
  if (pageIds.length === 0) return
  await tx.query({
    name: "schedule-overflow",
    text: `
      update page set overflow_at = date_bin(make_interval(secs => $2::int), now(), 'epoch')
                                    + make_interval(secs => $2::int + $3::int)
       where id = any($1::uuid[])`,
    values: [pageIds, intervalSeconds, graceSeconds],
  })
}
