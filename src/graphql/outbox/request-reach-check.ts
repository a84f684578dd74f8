import type { SqlTransaction, Statement } from "../kernel/transaction.ts"

/** @param locking an escalation that is locked is being changed by its step, its end or a check. */
const check = (name: string, locking: string) => ({
  name,
  text: `
    update escalation set reach_check_at = date_trunc('milliseconds', now())
     where alert_id in (
       select e.alert_id from escalation e
        where e.state in ('active', 'exhausted') and e.alert_id in (
                select coalesce(own.lead_id, own.alert_id)
                  from page join escalation own on own.alert_id = page.alert_id
                 where page.id in (select page_id from delivery where id = any($1::uuid[]))
                    or page.digest_id = any($1::uuid[]))
        order by e.alert_id for no key update of e ${locking})`,
})

const waiting = check("check-reach", "")
const skipping = check("check-reach-unlocked", "skip locked")

/** Check now whether the alerts of these deliveries still reach somebody. Locks nothing that others wait for with theirs. */
export const requestReachCheckUnlocked = (deliveryIds: string[]): Statement => ({
  ...skipping,
  values: [deliveryIds],
})

/** The same, for transactions that hold no lock on deliveries. */
export const requestReachCheck = (deliveryIds: string[]): Statement => ({
  ...waiting,
  values: [deliveryIds],
})

/** Check the open alerts that paged a channel, before it is deleted: what was sent to it reached nobody any more. */
export const requestReachCheckOfChannel = (channelId: string): Statement => ({
  name: "check-reach-of-channel",
  text: `
    update escalation set reach_check_at = date_trunc('milliseconds', now())
     where alert_id in (
       select e.alert_id from escalation e
        where e.state in ('active', 'exhausted') and exists (
                select from page join escalation own on own.alert_id = page.alert_id
                 where e.alert_id in (own.alert_id, own.lead_id) and page.channel_id = $1::uuid)
        order by e.alert_id for no key update of e skip locked)`,
  values: [channelId],
})

/** Check these alerts now; the caller may hold their escalations. */
export async function requestReachCheckOf(tx: SqlTransaction, alertIds: string[]): Promise<void> {
  await tx.query({
    name: "check-reach-of-alerts",
    text: `update escalation set reach_check_at = date_trunc('milliseconds', now())
            where alert_id = any($1::uuid[]) and state in ('active', 'exhausted')`,
    values: [alertIds],
  })
}
