import type { SqlTransaction } from "../../kernel/transaction.ts"
import { isOfProject } from "../../outbox/page-recipient.ts"
import { reachCheckSeconds } from "./write-pages.ts"

/** Queue the cancelled pages of these alerts again, each after its own delay and a snooze, unless one of the page arrived. */
export async function requeueCancelled(tx: SqlTransaction, alertIds: string[]): Promise<void> {
  const requeued = await tx.query<{ projectId: string }>({
    name: "requeue-cancelled",
    text: `
      update delivery d
         set state = 'pending', settled_at = null, tries = 0,
             due_at = greatest(date_trunc('milliseconds', now()), alert.snoozed_until)
                      + greatest(d.due_at - d.created_at, interval '0')
        from page join alert on alert.id = page.alert_id
       where page.alert_id = any($1::uuid[]) and d.page_id = page.id
         and d.event = 'alert.created' and d.state = 'cancelled' and ${isOfProject}
         and not exists (select from delivery sent
                          where sent.page_id = page.id and sent.event = 'alert.created' and sent.state = 'delivered')
      returning d.project_id as "projectId"`,
    values: [alertIds],
  })
  // The time without the alert does not count.
  await tx.query({
    name: "check-reach-again",
    text: `
      update escalation set reach_check_at = date_trunc('milliseconds', now()) + interval '${reachCheckSeconds} seconds'
       where alert_id = any($1::uuid[]) and state in ('active', 'exhausted')`,
    values: [alertIds],
  })
  for (const { projectId } of requeued) tx.publish("delivery.due", { projectId })
}
