import type { Channel, DeliveryQueue } from "../../../prisma/generated/client.ts"
import type { SqlTransaction } from "../kernel/transaction.ts"
import type { Notice } from "../../channels/notice.ts"
import { insertDeliveries } from "./insert-deliveries.ts"
import type { SealedMail } from "./sealed-mail.ts"

/** A channel, an account's sign-in address, or a sealed e-mail that carries its own address. */
export type Recipient =
  | { channel: Pick<Channel, "id" | "kind"> }
  | { accountId: string }
  | { mail: SealedMail }

/** A message to one recipient. */
export type QueuedMessage = {
  /** Null for messages that belong to a person rather than a project. */
  projectId: string | null
  queue: Extract<DeliveryQueue, "page" | "notice">
  /** The causing event, such as alert.created. */
  event: string
  subjectId: string
  recipient: Recipient
  /** Set for the deliveries of a page. */
  pageId?: string
  /** Identifies the effect; enqueueing it again adds nothing. */
  dedupeKey: string
  /** The text; if absent, it is built from the page or channel at each attempt. */
  notice?: Notice
  /** Counted from PostgreSQL's now; defaults to 0. */
  delaySeconds?: number
  /** Higher goes first within its queue. */
  priority?: number
}

/** Enqueue messages. @returns the ids of the rows added. */
export const enqueueMessages = (tx: SqlTransaction, all: QueuedMessage[]): Promise<string[]> =>
  insertDeliveries(
    tx,
    all.map(({ recipient, notice, priority = 0, ...message }) => ({
      ...message,
      target: targetOf(recipient),
      ...("channel" in recipient ? { channelId: recipient.channel.id } : {}),
      ...("accountId" in recipient ? { accountId: recipient.accountId } : {}),
      payload: "mail" in recipient ? recipient.mail.payload : (notice ?? {}),
      priority,
    })),
  )

/** Starts with the kind, by which workers divide their slots. */
function targetOf(recipient: Recipient): string {
  if ("mail" in recipient) return `email:${recipient.mail.addressKey}`
  return "channel" in recipient
    ? `${recipient.channel.kind}:${recipient.channel.id}`
    : `account:${recipient.accountId}`
}
