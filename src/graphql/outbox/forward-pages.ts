import { isOfProject } from "./page-recipient.ts"
import type { SqlTransaction } from "../kernel/transaction.ts"
import { requestReachCheckUnlocked } from "./request-reach-check.ts"
import { enqueueMessages } from "./enqueue-message.ts"
import { isThrottled, longestThrottleMinutes, throttleOf } from "./rules/page-throttle.ts"
import { scheduleOverflow } from "./schedule-overflow.ts"

/** After this many failures in a row, the next delivery of the page is sent without its delay. */
export const failuresBeforeForward = 2

/**
 * After deliveries of pages failed, send the next ones at once; after the last, mail the account address. Alerts that
 * reach nobody are then escalated at once, by the check of their reach.
 */
export async function forwardPages(tx: SqlTransaction, deliveryIds: string[]): Promise<void> {
  if (deliveryIds.length === 0) return
  await advanceNextDelivery(tx, deliveryIds)
  await mailAccounts(tx, deliveryIds)
  await repeatDigests(tx, deliveryIds)
  await tx.query(requestReachCheckUnlocked(deliveryIds))
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
  now: Date
}

/** Mail a page to its person's account if nothing was accepted and no untried delivery is left. */
async function mailAccounts(tx: SqlTransaction, deliveryIds: string[]): Promise<void> {
  const pages = await tx.query<UnreachedPage>({
    name: "unreached-pages",
    text: `
      select distinct on (page.id) page.id as "pageId", page.alert_id as "alertId", page.project_id as "projectId",
             page.user_id as "userId", page.round, page.rule_order as "ruleOrder", failed.priority,
             date_trunc('milliseconds', now()) as now
        from delivery failed join page on page.id = failed.page_id
       where failed.id = any($1::uuid[]) and failed.queue = 'page' and page.user_id is not null and ${isOfProject}
         and page.overflow_at is null and page.digest_id is null
         and not exists (
           select from delivery d
            where d.page_id = page.id and d.event = 'alert.created' and (d.account_id is not null or d.id <> all($1::uuid[])
              and (d.state = 'delivered' or d.state = 'pending' and d.tries < $2::int)))`,
    values: [deliveryIds, failuresBeforeForward],
  })
  const { mailed, throttled } = await divide(tx, pages)
  await enqueueMessages(
    tx,
    mailed.map(({ pageId, alertId, projectId, userId, round, ruleOrder, priority }) => ({
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
  await scheduleOverflow(
    tx,
    throttled.map(({ pageId }) => pageId),
  )
}

/** An account's address has the limit of an e-mail channel; the alerts beyond it go into one digest. */
async function divide(
  tx: SqlTransaction,
  pages: UnreachedPage[],
): Promise<{ mailed: UnreachedPage[]; throttled: UnreachedPage[] }> {
  const mailed: UnreachedPage[] = []
  const throttled: UnreachedPage[] = []
  if (pages.length === 0) return { mailed, throttled }
  const earlier = await readAccountMails(
    tx,
    pages.map(({ userId }) => userId),
  )
  for (const page of pages) {
    const times = earlier.get(page.userId) ?? []
    const throttle = throttleOf("email", page.priority >= urgentPriority ? "high" : "low")
    if (isThrottled(throttle, times, page.now)) throttled.push(page)
    else {
      mailed.push(page)
      earlier.set(page.userId, [...times, page.now])
    }
  }
  return { mailed, throttled }
}

/** The priority of high urgency. */
export const urgentPriority = 20

/**
 * When pages were mailed to the addresses of accounts recently, by account.
 *
 * @param exceptPageIds pages that do not count.
 */
export async function readAccountMails(
  tx: SqlTransaction,
  userIds: string[],
  exceptPageIds: string[] = [],
): Promise<Map<string, Date[]>> {
  const rows = await tx.query<{ userId: string; at: Date }>({
    name: "account-mails",
    text: `
      select account_id as "userId", created_at as at from delivery
       where account_id = any($1::uuid[]) and created_at > now() - make_interval(mins => $2::int)
         and event = 'alert.created' and state <> 'cancelled' and page_id <> all($3::uuid[])`,
    values: [userIds, longestThrottleMinutes, exceptPageIds],
  })
  const times = new Map<string, Date[]>()
  for (const { userId, at } of rows) times.set(userId, [...(times.get(userId) ?? []), at])
  return times
}

/** A digest that a person's channel did not take goes to the account's address. */
async function repeatDigests(tx: SqlTransaction, deliveryIds: string[]): Promise<void> {
  const pages = await tx.query<{ id: string }>({
    name: "pages-of-lost-digests",
    text: `
      select page.id from delivery failed join page on page.digest_id = failed.id
       where failed.id = any($1::uuid[]) and failed.channel_id is not null and page.user_id is not null
         and page.overflow_at is null`,
    values: [deliveryIds],
  })
  await scheduleOverflow(
    tx,
    pages.map(({ id }) => id),
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
