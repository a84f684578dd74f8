import type { Channel, Delivery } from "../../../../prisma/generated/client.ts"
import { newId } from "../../../platform/id.ts"
import { enqueueMessages } from "../../outbox/enqueue-message.ts"
import { DomainError } from "../../kernel/errors.ts"
import type { Transaction } from "../../kernel/transaction.ts"
import { ownerId, type Owner } from "./channel-owner.ts"

/** Messages about the channel itself. */
export type ChannelEvent = "channel.code" | "channel.test"

const maxPerDay = 30
/** Above other notices, because somebody is waiting for it. */
const priority = 20

/**
 * Enqueue a channel's verification code or test.
 *
 * @throws {DomainError} rate_limited beyond the daily limit per owner, which protects strangers' phones.
 */
export async function enqueueChannelNotice(
  tx: Transaction,
  channel: Pick<Channel, "id" | "kind"> & Owner,
  event: ChannelEvent,
  at: Date,
): Promise<Delivery> {
  const { projectId } = channel
  const subjectId = ownerId(channel)
  const dayAgo = new Date(at.getTime() - 24 * 3_600_000)
  const sent = await tx.db.delivery.count({
    where: {
      projectId,
      subjectId,
      event: { in: ["channel.code", "channel.test"] },
      createdAt: { gt: dayAgo },
    },
  })
  if (sent >= maxPerDay) {
    throw new DomainError(
      "rate_limited",
      `${maxPerDay} codes and tests were sent within a day; wait until tomorrow.`,
    )
  }
  const [id = ""] = await enqueueMessages(tx, [
    {
      projectId,
      queue: "notice",
      event,
      subjectId,
      recipient: { channel },
      dedupeKey: `${event}:${channel.id}:${newId()}`,
      priority,
    },
  ])
  return tx.db.delivery.findUniqueOrThrow({ where: { id } })
}
