import { isOfProject } from "./page-recipient.ts"
import type { SqlTransaction } from "../kernel/transaction.ts"
import { enqueueMessages } from "./enqueue-message.ts"

/** After this many failures in a row, the next delivery of the page is sent without its delay. */
export const failuresBeforeForward = 2

/** After deliveries of pages failed, send the next ones at once; after the last, mail the account address. */
export async function forwardPages(tx: SqlTransaction, deliveryIds: string[]): Promise<void> {
  await advanceNextDelivery(tx, deliveryIds)
  await mailAccounts(tx, deliveryIds)
}

/** Make the next delivery of each page due now. Locked rows are being sent or cancelled and are skipped. */
export async function advanceNextDelivery(
  tx: SqlTransaction,
  deliveryIds: string[],
): Promise<void> {
  await tx.query({
    name: "forward-pages",
    text: `
      update delivery set due_at = date_trunc('milliseconds', now())
       where id in (
         select next.id
           from delivery failed
          cross join lateral (
            select id from delivery d
             where page_id = failed.page_id and queue = 'page' and state = 'pending' and attempts = 0
               and due_at > now()
               and not exists (select from delivery_lease l where l.delivery_id = d.id)
             order by due_at, id limit 1 for update skip locked) next
          where failed.id = any($1::uuid[]) and failed.queue = 'page')`,
    values: [deliveryIds],
  })
}

type UnreachedPage = {
  pageId: string
  alertId: string
  projectId: string
  userId: string
  round: number
  ruleOrder: number
  priority: number
}

/** Mail a page to its person's account if nothing was delivered and no untried delivery is left. */
async function mailAccounts(tx: SqlTransaction, deliveryIds: string[]): Promise<void> {
  const pages = await tx.query<UnreachedPage>({
    name: "unreached-pages",
    text: `
      select distinct on (page.id) page.id as "pageId", page.alert_id as "alertId", page.project_id as "projectId",
             page.user_id as "userId", page.round, page.rule_order as "ruleOrder", failed.priority
        from delivery failed join page on page.id = failed.page_id
       where failed.id = any($1::uuid[]) and failed.queue = 'page' and page.user_id is not null and ${isOfProject}
         and not exists (
           select from delivery d
            where d.page_id = page.id and d.id <> all($1::uuid[])
              and (d.state = 'delivered' or d.state = 'pending' and d.tries < $2::int))`,
    values: [deliveryIds, failuresBeforeForward],
  })
  await enqueueMessages(
    tx,
    pages.map(({ pageId, alertId, projectId, userId, round, ruleOrder, priority }) => ({
      projectId,
      queue: "page",
      event: "alert.created",
      subjectId: alertId,
      pageId,
      recipient: { accountId: userId },
      dedupeKey: accountKey({ alertId, round, ruleOrder, pageId }),
      priority,
    })),
  )
}

/** The dedupe key of the mail to the account address, which is sent once per page. */
export const accountKey = ({
  alertId,
  round,
  ruleOrder,
  pageId,
}: Pick<UnreachedPage, "alertId" | "round" | "ruleOrder" | "pageId">): string =>
  `page:${alertId}:${round}:${ruleOrder}:account-${pageId}`
