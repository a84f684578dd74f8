import { newId } from "../../src/platform/id.ts"
import type { Services } from "../../src/platform/services.ts"

/**
 * Adds deliveries to a project, one a minute: most are accepted, one in 500 is dead, one in 700 waits, one in 900 is
 * confirmed. A third goes to the first channel of a person, one in 300 to the second. An alert has ten pages.
 */
export async function addDeliveries(
  { database: { pool, prisma } }: Pick<Services, "database">,
  projectId: string,
  userId: string,
  count: number,
): Promise<{ often: string; seldom: string; alert: string }> {
  const [often, seldom] = [newId(), newId()]
  for (const id of [often, seldom]) {
    await prisma.channel.create({
      data: {
        id,
        userId,
        kind: "sms",
        name: "Phone",
        hint: "…01",
        sealedConfig: Buffer.of(1),
        addressHash: Buffer.from(id),
      },
    })
  }
  const { id: alert } = await prisma.alert.findFirstOrThrow({ where: { projectId } })
  await pool.query(
    `insert into delivery (id, project_id, queue, event, subject_id, target, dedupe_key, payload, state,
                           created_at, due_at, settled_at, channel_id, confirmed_at)
     select gen_random_uuid(), $1::uuid, case when n % 2 = 0 then 'event' else 'page' end::delivery_queue, 'alert.created',
            $4, case when n % 2 = 0 then 'everyone' else 'sms:' || n end, 'many ' || $1::uuid || n, '{}',
            case when n % 500 = 1 then 'dead' when n % 700 = 3 then 'pending' else 'delivered' end::delivery_state,
            at, at, at, case when n % 300 = 5 then $3::uuid when n % 3 = 1 then $2::uuid end,
            case when n % 900 = 7 then at end
       from generate_series(1, $5::int) n, lateral (select now() - n * interval '1 minute' as at) time`,
    [projectId, often, seldom, alert, count],
  )
  await pool.query(
    `with paged as (
       insert into page (id, project_id, alert_id, user_id, round, rule_order)
       select gen_random_uuid(), $1, $2, $3, n, 1 from generate_series(1, 10) n returning id)
     insert into delivery (id, project_id, queue, event, subject_id, target, dedupe_key, payload, page_id)
     select gen_random_uuid(), $1, 'page', 'alert.created', $2, 'sms:1', 'page ' || id, '{}', id from paged`,
    [projectId, alert, userId],
  )
  await pool.query(
    `insert into page (id, project_id, alert_id, round, rule_order)
     select gen_random_uuid(), $1, id, 1, 1 from alert where project_id = $1 and id <> $2 limit 20000`,
    [projectId, alert],
  )
  await pool.query("analyze delivery, page")
  return { often, seldom, alert }
}
