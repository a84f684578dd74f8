import { isOfProject } from "../escalation/pass-on.ts"
import type { SqlTransaction } from "../transaction.ts"
import { owe } from "./owe.ts"

/** A way that failed this often in a row is lost: the next one is not kept waiting. */
export const failuresOfLostWay = 2

/** Where ways of pages are lost the next ones go at once, and after the last of them the address of the account. */
export async function forwardPages(tx: SqlTransaction, deliveryIds: string[]): Promise<void> {
  await hasten(tx, deliveryIds)
  await writeToAccounts(tx, deliveryIds)
}

/** A row that somebody holds at this moment is being sent, or cancelled by an acknowledgement, and needs no pushing. */
async function hasten(tx: SqlTransaction, deliveryIds: string[]): Promise<void> {
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

type Unheard = {
  pageId: string
  alertId: string
  projectId: string
  userId: string
  round: number
  ruleOrder: number
  priority: number
}

/** A page of which no way arrived, and none is left that has not failed, is written to whoever it is for. */
async function writeToAccounts(tx: SqlTransaction, deliveryIds: string[]): Promise<void> {
  const unheard = await tx.query<Unheard>({
    name: "unheard-pages",
    text: `
      select distinct on (page.id) page.id as "pageId", page.alert_id as "alertId", page.project_id as "projectId",
             page.user_id as "userId", page.round, page.rule_order as "ruleOrder", lost.priority
        from delivery lost join page on page.id = lost.page_id
       where lost.id = any($1::uuid[]) and lost.lane = 'page' and page.user_id is not null and ${isOfProject}
         and not exists (
           select from delivery d
            where d.page_id = page.id and d.id <> all($1::uuid[])
              and (d.state = 'delivered' or d.state = 'pending' and d.tries < $2::int))`,
    values: [deliveryIds, failuresOfLostWay],
  })
  await owe(
    tx,
    unheard.map(({ pageId, alertId, projectId, userId, round, ruleOrder, priority }) => ({
      projectId,
      lane: "page",
      event: "alert.created",
      subjectId: alertId,
      pageId,
      way: { accountId: userId },
      dedupeKey: accountKey({ alertId, round, ruleOrder, pageId }),
      priority,
    })),
  )
}

/** Of the mail to the account's address, which is owed once for a page. */
export const accountKey = ({
  alertId,
  round,
  ruleOrder,
  pageId,
}: Pick<Unheard, "alertId" | "round" | "ruleOrder" | "pageId">): string =>
  `page:${alertId}:${round}:${ruleOrder}:account-${pageId}`
