import type { Services } from "../../services.ts"
import { hashAddress } from "../channel/config.ts"
import type { Paged } from "./paged.ts"
import { findPaged } from "./paged.ts"

const most = 5

/**
 * What a text message may be the answer to: what was sent to that number by SMS within a week, the newest of each
 * alert. With a number only alerts of that number, else only those that nobody has acknowledged.
 */
export async function findReplied(
  services: Pick<Services, "database">,
  from: string,
  number: number | null,
): Promise<Paged[]> {
  const { rows } = await services.database.pool.query<{ id: string }>(
    `select id from (
       select distinct on (alert.id) page.id, page.created_at
         from channel
         join delivery on delivery.channel_id = channel.id
         join page on page.id = delivery.page_id
         join alert on alert.id = page.alert_id
        where channel.address_hash = $1 and channel.kind = 'sms' and channel.verified_at is not null
          and delivery.created_at > now() - interval '7 days'
          and (delivery.attempts > 0
               or exists (select from delivery_lease l where l.delivery_id = delivery.id))
          and case when $2::int is null then alert.acknowledged_at is null and alert.resolved_at is null
                   else alert.number = $2 end
        order by alert.id, page.created_at desc) newest
      order by created_at desc limit $3`,
    [hashAddress("sms", from), number, most],
  )
  const found = await Promise.all(rows.map(({ id }) => findPaged(services, id)))
  return found.filter((paged) => paged !== null)
}
