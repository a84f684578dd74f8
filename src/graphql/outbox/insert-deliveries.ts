import type { DeliveryQueue } from "../../../prisma/generated/enums.ts"
import { newId } from "../../platform/id.ts"
import type { Prisma } from "../../platform/postgres.ts"
import type { SqlTransaction } from "../kernel/transaction.ts"

/** A delivery to write into the outbox. */
export type NewDelivery = {
  /** Null for messages that belong to a person rather than a project. */
  projectId: string | null
  queue: DeliveryQueue
  /** The causing event, such as alert.created. */
  event: string
  /** The row that the event is about. */
  subjectId: string
  /** The recipient as `kind:id`, by which workers count what is in flight. */
  target: string
  channelId?: string
  pageId?: string
  endpointId?: string
  subscriberId?: string
  /** The account that is mailed, at the address it has when it is sent. */
  accountId?: string
  /** Of an event: the row that records the change, such as an incident's timeline entry. */
  changeId?: string | null
  /** Identifies the effect; inserting it again adds nothing. */
  dedupeKey: string
  payload: Prisma.InputJsonValue | Prisma.JsonValue
  /** The exact text to send; absent where it is built at each attempt. */
  body?: string
  /** Higher goes first within its queue. */
  priority: number
  /** Counted from PostgreSQL's now; defaults to 0. */
  delaySeconds?: number
}

/** Rows per statement; a busy project can enqueue thousands at once. */
const rowsAtOnce = 500

/** Times are truncated to milliseconds, so a delivery due now is visible as due at once. */
const text = `
  insert into delivery
         (id, project_id, queue, event, subject_id, target, channel_id, page_id, endpoint_id, subscriber_id,
          account_id, change_id, dedupe_key, payload, body, priority, due_at)
  select id, project_id, queue::delivery_queue, event, subject_id, target, channel_id, page_id, endpoint_id,
         subscriber_id, account_id, change_id, dedupe_key, payload, body, priority,
         date_trunc('milliseconds', now() + make_interval(secs => delay))
    from jsonb_to_recordset($1::jsonb)
      as row (id uuid, project_id uuid, queue text, event text, subject_id uuid, target text, channel_id uuid,
              page_id uuid, endpoint_id uuid, subscriber_id uuid, account_id uuid, change_id uuid,
              dedupe_key text, payload jsonb, body text, priority smallint, delay float8)
   -- A project that is being deleted sends nothing.
   where not exists (select from project p where p.id = row.project_id and p.deleted_at is not null)
  on conflict (dedupe_key) do nothing
  returning id, project_id as "projectId", queue`

type Added = { id: string; projectId: string | null; queue: DeliveryQueue }

/**
 * Write deliveries in the transaction that caused them, in the given order; their workers are nudged after the
 * commit. The only statement that inserts into the outbox.
 *
 * @returns the ids of the rows added; effects that were already enqueued are left out.
 */
export async function insertDeliveries(tx: SqlTransaction, all: NewDelivery[]): Promise<string[]> {
  const added: Added[] = []
  for (let from = 0; from < all.length; from += rowsAtOnce) {
    const rows = all.slice(from, from + rowsAtOnce).map((delivery) => rowOf(delivery))
    const values = [JSON.stringify(rows)]
    added.push(...(await tx.query<Added>({ name: "insert deliveries", text, values })))
  }
  const due = new Map(
    added.map(({ projectId, queue }) => [`${projectId} ${queue}`, { projectId, queue }]),
  )
  for (const one of due.values()) tx.publish("delivery.due", one)
  return added.map(({ id }) => id)
}

const rowOf = (delivery: NewDelivery) => ({
  id: newId(),
  project_id: delivery.projectId,
  queue: delivery.queue,
  event: delivery.event,
  subject_id: delivery.subjectId,
  target: delivery.target,
  channel_id: delivery.channelId,
  page_id: delivery.pageId,
  endpoint_id: delivery.endpointId,
  subscriber_id: delivery.subscriberId,
  account_id: delivery.accountId,
  change_id: delivery.changeId,
  dedupe_key: delivery.dedupeKey,
  payload: delivery.payload,
  body: delivery.body,
  priority: delivery.priority,
  delay: delivery.delaySeconds ?? 0,
})
