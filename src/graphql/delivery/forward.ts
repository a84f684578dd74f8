import type { SqlTransaction } from "../transaction.ts"

/** A way that failed this often in a row is lost: the next one is not kept waiting. */
export const failuresOfLostWay = 2

/**
 * Where a way of a page is lost, the person's next one goes now instead of at its time. A row that somebody holds
 * at this moment is being sent, or cancelled by an acknowledgement, and needs no pushing.
 */
export async function forwardPages(tx: SqlTransaction, deliveryIds: string[]): Promise<void> {
  await tx.query({
    name: "forward-pages",
    text: `
      update delivery set due_at = date_trunc('milliseconds', now())
       where id in (
         select next.id
           from delivery lost
          cross join lateral (
            select id from delivery d
             where page_id = lost.page_id and lane = 'page' and state = 'pending' and attempts = 0
               and due_at > now()
               and not exists (select from delivery_lease l where l.delivery_id = d.id)
             order by due_at, id limit 1 for update skip locked) next
          where lost.id = any($1::uuid[]) and lost.lane = 'page')`,
    values: [deliveryIds],
  })
}
