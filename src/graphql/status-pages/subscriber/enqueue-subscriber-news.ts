import type { SubscriberKind } from "../../../../prisma/generated/enums.ts"
import type { Notice } from "../../../channels/notice.ts"
import { insertDeliveries } from "../../outbox/insert-deliveries.ts"
import type { Transaction } from "../../kernel/transaction.ts"

/** A notice to subscribers. Rows contain the text; the address is read when it is sent. */
export type QueuedNews = {
  projectId: string
  event: string
  subjectId: string
  /** Deduplicates: a subscriber gets one notice per cause. */
  cause: string
  payload: { language: string } | (Notice & { components: string[]; language: string })
  /** Negative values go after everything else. */
  priority: number
}

/** The channel kind whose slots each kind of subscriber shares. */
const slotsOf: Record<SubscriberKind, string> = {
  email: "email",
  webhook: "webhook",
  slack: "slack_webhook",
  web_push: "web_push",
}

/** Enqueue the same notice for many subscribers. */
export const enqueueSubscriberNews = (
  tx: Transaction,
  subscribers: readonly { id: string; kind: SubscriberKind }[],
  { cause, ...news }: QueuedNews,
): Promise<string[]> =>
  insertDeliveries(
    tx,
    subscribers.map(({ id, kind }) => ({
      ...news,
      queue: "notice",
      target: `${slotsOf[kind]}:${id}`,
      subscriberId: id,
      dedupeKey: `subscriber:${id}:${cause}`,
    })),
  )
