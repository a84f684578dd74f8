import type { Channel, Delivery } from "../../../prisma/generated/client.ts"
import { newId } from "../../id.ts"
import { owe } from "../delivery/owe.ts"
import { DomainError } from "../errors.ts"
import type { Transaction } from "../transaction.ts"
import type { Owner } from "./owner.ts"
import { ownerId } from "./owner.ts"

/** What a channel is sent for its own sake. */
export type ChannelEvent = "channel.code" | "channel.test"

const mostInADay = 30
/** What somebody waits for at this moment goes before other notices. */
const priority = 20

/**
 * Owes a channel its code or a test, in the transaction that caused it.
 *
 * @throws {DomainError} rate_limited where its owner was sent too many today: strangers' phones are no toys.
 */
export async function oweChannel(
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
  if (sent >= mostInADay) {
    throw new DomainError(
      "rate_limited",
      `${mostInADay} codes and tests were sent within a day; wait until tomorrow.`,
    )
  }
  const [id = ""] = await owe(tx, [
    {
      projectId,
      lane: "notice",
      event,
      subjectId,
      way: { channel },
      dedupeKey: `${event}:${channel.id}:${newId()}`,
      priority,
    },
  ])
  return tx.db.delivery.findUniqueOrThrow({ where: { id } })
}
