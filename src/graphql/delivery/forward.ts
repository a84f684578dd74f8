import type { Transaction } from "../transaction.ts"

/**
 * Where a way of a page is lost, the person's next one goes now instead of at its time. A row that somebody holds
 * at this moment is being sent, or cancelled by an acknowledgement, and needs no pushing.
 */
export async function forwardPages({ db }: Transaction, deliveryIds: string[]): Promise<void> {
  await db.$executeRaw`
    update delivery set due_at = date_trunc('milliseconds', now())
     where id in (
       select next.id
         from delivery lost
        cross join lateral (
          select id from delivery
           where page_id = lost.page_id and lane = 'page' and state = 'pending' and attempts = 0
             and lease_until is null and due_at > now()
           order by due_at, id limit 1 for update skip locked) next
        where lost.id = any(${deliveryIds}::uuid[]) and lost.lane = 'page')`
}
