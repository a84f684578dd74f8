import type { SubscriberKind } from "../../../prisma/generated/enums.ts"
import { newId } from "../../id.ts"
import type { Notice } from "../delivery/notice.ts"
import type { Transaction } from "../transaction.ts"

/** What subscribers are owed; the words go with each row, the address is read when it is sent. */
export type OwedToSubscribers = {
  projectId: string
  event: string
  subjectId: string
  /** Names the cause: the same subscriber is owed the same cause once. */
  cause: string
  payload: { language: string } | (Notice & { components: string[]; language: string })
  /** Below 0 goes after all else that can wait. */
  priority: number
}

/** What the workers call each kind: each has hands of its own. */
const handsOf: Record<SubscriberKind, string> = {
  email: "email",
  webhook: "webhook",
  slack: "slack_webhook",
  web_push: "web_push",
}

const rowsAtOnce = 1000

/** Owes the same to many, whatever their number, in statements of bounded size. */
export async function oweSubscribers(
  tx: Transaction,
  subscribers: readonly { id: string; kind: SubscriberKind }[],
  owed: OwedToSubscribers,
): Promise<void> {
  const { projectId, event, subjectId, cause, payload, priority } = owed
  for (let from = 0; from < subscribers.length; from += rowsAtOnce) {
    const rows = subscribers.slice(from, from + rowsAtOnce).map(({ id, kind }) => ({
      id: newId(),
      subscriber_id: id,
      target: `${handsOf[kind]}:${id}`,
      dedupe_key: `subscriber:${id}:${cause}`,
    }))
    await tx.db.$executeRaw`
      insert into delivery
             (id, project_id, lane, event, subject_id, target, subscriber_id, dedupe_key, payload, priority)
      select id, ${projectId}::uuid, 'notice', ${event}, ${subjectId}::uuid, target, subscriber_id, dedupe_key,
             ${JSON.stringify(payload)}::jsonb, ${priority}::smallint
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as row (id uuid, subscriber_id uuid, target text, dedupe_key text)
      on conflict (dedupe_key) do nothing`
  }
  if (subscribers.length > 0) tx.publish("delivery.due", { projectId })
}
