import type { Channel, DeliveryLane } from "../../../prisma/generated/client.ts"
import { newId } from "../../id.ts"
import type { SqlTransaction } from "../transaction.ts"
import type { Notice } from "./notice.ts"
import type { SealedMail } from "./sealed-mail.ts"

/** Over a channel, or by e-mail to the address somebody signs in with or to one that is sealed with its words. */
export type Way =
  | { channel: Pick<Channel, "id" | "kind"> }
  | { accountId: string }
  | { mail: SealedMail }

/** What one address is owed. */
export type Owed = {
  /** Null for what concerns a person alone. */
  projectId: string | null
  lane: Extract<DeliveryLane, "page" | "notice">
  /** What caused it, such as alert.created. */
  event: string
  subjectId: string
  way: Way
  /** Set where it is one way of a page. */
  pageId?: string
  /** Names the effect: whoever owes the same effect again adds nothing. */
  dedupeKey: string
  /** Its words; absent where they are read from the page or the channel at each attempt. */
  notice?: Notice
  /** From PostgreSQL's now; at once where absent. */
  delaySeconds?: number
  /** Higher goes first within its lane. */
  priority?: number
}

const rowsAtOnce = 200

/** Times are kept to the millisecond; cut off, what is due now is due to whoever looks now. */
const add = {
  name: "owe",
  text: `
    insert into delivery
           (id, project_id, lane, event, subject_id, target, channel_id, page_id, dedupe_key, payload,
            priority, due_at)
    select id, project_id, lane::delivery_lane, event, subject_id, target, channel_id, page_id, dedupe_key,
           payload, priority, date_trunc('milliseconds', now() + make_interval(secs => delay))
      from jsonb_to_recordset($1::jsonb)
        as row (id uuid, project_id uuid, lane text, event text, subject_id uuid, target text,
                channel_id uuid, page_id uuid, dedupe_key text, payload jsonb, priority smallint,
                delay float8)
    on conflict (dedupe_key) do nothing
    returning id`,
}

/** Owes what channels say. Answers the ids of the rows that were added. */
export async function owe(tx: SqlTransaction, all: Owed[]): Promise<string[]> {
  const ids: string[] = []
  for (let from = 0; from < all.length; from += rowsAtOnce) {
    const rows = all.slice(from, from + rowsAtOnce).map((owed) => rowOf(owed))
    const added = await tx.query<{ id: string }>({ ...add, values: [JSON.stringify(rows)] })
    ids.push(...added.map(({ id }) => id))
  }
  const due = new Map(
    all.map(({ projectId, lane }) => [`${projectId} ${lane}`, { projectId, lane }]),
  )
  for (const one of due.values()) tx.publish("delivery.due", one)
  return ids
}

const rowOf = ({ way, ...owed }: Owed) => ({
  id: newId(),
  project_id: owed.projectId,
  lane: owed.lane,
  event: owed.event,
  subject_id: owed.subjectId,
  target: targetOf(way),
  channel_id: "channel" in way ? way.channel.id : null,
  page_id: owed.pageId ?? null,
  dedupe_key: owed.dedupeKey,
  payload: "mail" in way ? way.mail.payload : (owed.notice ?? {}),
  priority: owed.priority ?? 0,
  delay: owed.delaySeconds ?? 0,
})

/** The kind goes before the colon: workers give each kind its share of their hands. */
function targetOf(way: Way): string {
  if ("mail" in way) return `email:${way.mail.addressKey}`
  return "channel" in way ? `${way.channel.kind}:${way.channel.id}` : `account:${way.accountId}`
}
