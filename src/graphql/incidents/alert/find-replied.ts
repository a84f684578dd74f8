import type { Services } from "../../../platform/services.ts"
import { hashAddress } from "../../delivery/channel/channel-config.ts"
import { isOfProject } from "../../outbox/page-recipient.ts"
import { findPaged, type Paged } from "./paged-person.ts"

const most = 5

/**
 * Pages that a text message may reply to: those sent to that phone number by SMS within a week, the newest for each
 * alert, open alerts first. With an alert number, only that alert or its group; otherwise only unacknowledged alerts. A page whose
 * alert is over counts for the alert that replaced it.
 */
export async function findReplied(
  services: Pick<Services, "database">,
  from: string,
  number: number | null,
): Promise<Paged[]> {
  const { rows } = await services.database.pool.query<{ id: string }>(
    `select id from (
       select distinct on (alert.id) page.id, page.created_at,
              alert.acknowledged_at is null and alert.resolved_at is null as is_open
         from channel
         join delivery on delivery.channel_id = channel.id
         join page on page.id = delivery.page_id
         join alert own on own.id = page.alert_id
         left join escalation on escalation.alert_id = own.id
         join alert on alert.id = coalesce(escalation.lead_id, own.id)
        where channel.address_hash = $1 and channel.kind = 'sms' and channel.verified_at is not null
          and delivery.created_at > now() - interval '7 days' and ${isOfProject}
          and (delivery.attempts > 0
               or exists (select from delivery_lease l where l.delivery_id = delivery.id))
          and case when $2::int is null then alert.acknowledged_at is null and alert.resolved_at is null
                   else $2 in (own.number, alert.number)
                        or exists (select from escalation joined join alert named on named.id = joined.alert_id
                                    where joined.lead_id = alert.id and named.number = $2) end
        order by alert.id, page.created_at desc) newest
      order by is_open desc, created_at desc limit $3`,
    [hashAddress("sms", from), number, most],
  )
  const found = await Promise.all(rows.map(({ id }) => findPaged(services, id)))
  return found.filter((paged) => paged !== null)
}
